//! Buffers of an editor are compiled against the classes of their project.


use std::time::Duration;

use compile::{CompiledFile, Completeness, ServiceState, Workspace, WorkspaceEvent};
use source::{OmittedKind, SourceFile};
use crate::support::{Tree, assert_complete, problems};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

const A: &str = "package p; public class A { int f() { return new B().g(); } }";
const B: &str = "package p; public class B { int g() { return 1; } }";

async fn open(tree: &Tree) -> (Workspace, UnboundedReceiver<WorkspaceEvent>) {
    let (sender, mut events) = unbounded_channel();
    let (project, jdk) = (tree.project(), crate::support::jdk());
    let workspace = Workspace::start(project, crate::support::toolchain(jdk), sender)
        .await
        .unwrap();
    for expected in [ServiceState::Starting, ServiceState::Ready] {
        assert_eq!(
            events.recv().await,
            Some(WorkspaceEvent::ServiceState(expected))
        );
    }
    (workspace, events)
}

/// The next compiled file.
async fn compiled(events: &mut UnboundedReceiver<WorkspaceEvent>) -> CompiledFile {
    let next = async {
        loop {
            if let WorkspaceEvent::Compiled(file) = events.recv().await.unwrap() {
                return file;
            }
        }
    };
    tokio::time::timeout(Duration::from_mins(5), next)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buffer_is_compiled_against_the_project() {
    let tree = Tree::new([("src/p/A.java", A), ("src/p/B.java", B)]);
    let (workspace, mut events) = open(&tree).await;
    workspace.compile_project(1);
    for name in ["A.java", "B.java"] {
        let file = compiled(&mut events).await;
        assert!(file.file.ends_with(name) && file.version.is_none());
        assert_complete(&file);
    }
    let edited = A.replace("int f()", "long other() { return 2; } int f()");
    workspace.compile_buffer(
        &tree.path("src/p/A.java"),
        2,
        SourceFile::parse(edited.as_str()),
    );
    let file = compiled(&mut events).await;
    assert_eq!((file.version, &*file.text), (Some(2), edited.as_str()));
    assert_complete(&file);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buffer_with_an_error_keeps_its_other_methods() {
    let tree = Tree::new([("A.java", "")]);
    let (workspace, mut events) = open(&tree).await;
    let text =
        "class A {\n  int f() {\n    int x = ;\n    return x;\n  }\n  int g() { return 1; }\n}\n";
    workspace.compile_buffer(&tree.path("A.java"), 7, SourceFile::parse(text));
    let file = compiled(&mut events).await;
    assert_eq!(file.completeness, Completeness::Partial);
    assert_eq!(problems(&file), [(3, "illegal start of expression")]);
    assert_eq!(file.omitted.len(), 1);
    assert_eq!(
        (file.omitted[0].kind, file.omitted[0].lines.clone()),
        (OmittedKind::Body, 2..=5)
    );
    assert_eq!(file.classes.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buffer_sees_the_declarations_of_others_before_they_are_saved() {
    let tree = Tree::new([("src/p/A.java", A), ("src/p/B.java", B)]);
    let (workspace, mut events) = open(&tree).await;
    workspace.compile_project(1);
    compiled(&mut events).await;
    compiled(&mut events).await;
    let renamed = B.replace("g()", "renamed()");
    workspace.compile_buffer(
        &tree.path("src/p/B.java"),
        1,
        SourceFile::parse(renamed.as_str()),
    );
    assert_complete(&compiled(&mut events).await);
    workspace.compile_buffer(&tree.path("src/p/A.java"), 1, SourceFile::parse(A));
    let file = compiled(&mut events).await;
    assert_eq!(problems(&file), [(1, "cannot find symbol")]);
    workspace.compile_buffer(
        &tree.path("src/p/A.java"),
        2,
        SourceFile::parse(A.replace("g()", "renamed()")),
    );
    assert_complete(&compiled(&mut events).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_that_a_file_no_longer_declares_is_gone() {
    let tree = Tree::new([]);
    let (workspace, mut events) = open(&tree).await;
    workspace.compile_buffer(
        &tree.path("A.java"),
        1,
        SourceFile::parse("class A { } class Extra { }"),
    );
    assert_complete(&compiled(&mut events).await);
    workspace.compile_buffer(
        &tree.path("B.java"),
        1,
        SourceFile::parse("class B { Extra e; }"),
    );
    assert_complete(&compiled(&mut events).await);
    workspace.compile_buffer(&tree.path("A.java"), 2, SourceFile::parse("class A { }"));
    assert_complete(&compiled(&mut events).await);
    workspace.compile_buffer(
        &tree.path("B.java"),
        2,
        SourceFile::parse("class B { Extra e; int f; }"),
    );
    assert_eq!(
        problems(&compiled(&mut events).await),
        [(1, "cannot find symbol")]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_open_goes_before_the_project() {
    let tree = Tree::new([("src/p/A.java", A), ("src/p/B.java", B)]);
    let (workspace, mut events) = open(&tree).await;
    workspace.compile_early_buffer(&tree.path("src/p/A.java"), 1, SourceFile::parse(A));
    workspace.compile_project(1);
    // The files of the project are not even read before.
    let first = events.recv().await.unwrap();
    let WorkspaceEvent::Compiled(file) = first else {
        panic!("{first:?} came first");
    };
    assert_eq!(file.version, Some(1));
    assert_complete(&file);
    for _ in 0..2 {
        assert_eq!(compiled(&mut events).await.version, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_gone_leaves_no_declarations() {
    let tree = Tree::new([("src/p/A.java", A), ("src/p/B.java", B)]);
    let (workspace, mut events) = open(&tree).await;
    // Before the project is compiled, the declarations that the buffer needs are.
    workspace.compile_early_buffer(&tree.path("src/p/A.java"), 1, SourceFile::parse(A));
    assert_complete(&compiled(&mut events).await);
    std::fs::remove_file(tree.path("src/p/B.java")).unwrap();
    workspace.compile_saved(vec![tree.path("src/p/B.java")]);
    while !matches!(events.recv().await.unwrap(), WorkspaceEvent::Gone(_)) {}
    workspace.compile_buffer(&tree.path("src/p/A.java"), 2, SourceFile::parse(A));
    let file = compiled(&mut events).await;
    assert_eq!(problems(&file), [(1, "cannot find symbol")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_version_is_the_one_that_is_reported_last() {
    let tree = Tree::new([]);
    let (workspace, mut events) = open(&tree).await;
    let path = tree.path("A.java");
    for version in 1..=20 {
        workspace.compile_buffer(
            &path,
            version,
            SourceFile::parse(format!("class A {{ int f{version}; }}")),
        );
    }
    let mut versions = Vec::new();
    while versions.last() != Some(&20) {
        versions.extend(compiled(&mut events).await.version);
    }
    assert!(versions.is_sorted(), "{versions:?}");
    drop(workspace);
    let rest = tokio::time::timeout(Duration::from_mins(5), events.recv())
        .await
        .unwrap();
    assert_eq!(rest, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compiler_that_does_not_start_is_reported() {
    let tree = Tree::new([]);
    let (sender, mut events) = unbounded_channel();
    let mut jdk = crate::support::jdk();
    jdk.home = tree.path("gone");
    let started = Workspace::start(tree.project(), crate::support::toolchain(jdk), sender).await;
    let message = started.unwrap_err().to_string();
    assert_eq!(
        events.recv().await,
        Some(WorkspaceEvent::ServiceState(ServiceState::Starting))
    );
    let failed = WorkspaceEvent::ServiceState(ServiceState::Failed { message });
    assert_eq!(events.recv().await, Some(failed));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_projects_share_the_compiler_and_not_their_classes() {
    let text = "class A { static int a() { return 1; } }";
    let uses = "class B { int b() { return A.a(); } }";
    let (first, second) = (Tree::new([("A.java", text)]), Tree::new([("B.java", uses)]));
    let (workspace, mut events) = open(&first).await;
    workspace.compile_project(1);
    assert_eq!(
        compiled(&mut events).await.completeness,
        Completeness::Complete
    );
    let (sender, mut other_events) = unbounded_channel();
    let other = workspace.beside(second.project(), sender).unwrap();
    drop(workspace);
    other.compile_buffer(&second.path("B.java"), 1, SourceFile::parse(uses));
    let file = compiled(&mut other_events).await;
    assert_eq!(file.completeness, Completeness::Partial);
    // The class of the other project is unknown here.
    assert_eq!(problems(&file), [(1, "cannot find symbol")]);
    assert_eq!(file.unknown.types.iter().collect::<Vec<_>>(), ["A"]);
}
