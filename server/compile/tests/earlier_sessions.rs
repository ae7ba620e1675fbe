//! An open file has the classes of an earlier session before the compiler is ready, and never wrong ones.


use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use compile::{ClassBytes, CompiledFile, Workspace, WorkspaceEvent};
use jdk::Toolchain;
use project_model::{DiscoverOptions, Project};
use source::SourceFile;
use crate::support::{Tree, assert_complete};
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{sleep, timeout};

const A: &str = "package p; public class A { int f() { return new B().g() + B.N; } }";
const B: &str =
    "package p; public class B { static final int N = 1; int g() { return 1; } int h; }";
const TIMEOUT: Duration = Duration::from_mins(3);

/// A cache folder in which the compiler is already built.
struct Cache(TempDir);

impl Cache {
    fn new() -> Self {
        let cache = Self(tempfile::tempdir().unwrap());
        let (jdk, folder) = (crate::support::jdk(), env!("CARGO_TARGET_TMPDIR"));
        tests::prepare_compiler_in(cache.0.path(), &jdk, folder);
        cache
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("classes")
    }

    fn files(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.folder()).into_iter().flatten();
        let paths = files.map(|file| file.unwrap().path());
        paths.filter(|path| !is_temporary(path)).collect()
    }

    fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let files = self.files().into_iter();
        files
            .filter_map(|file| Some((file.clone(), std::fs::read(file).ok()?)))
            .collect()
    }

    fn open(&self, project: Project) -> Session {
        let (sender, events) = unbounded_channel();
        let mut toolchain: Toolchain = crate::support::toolchain(crate::support::jdk());
        toolchain.service.cache_dir = self.0.path().to_path_buf();
        let workspace = Workspace::start_in_background(project, toolchain, sender).unwrap();
        Session { workspace, events }
    }

    /// A session that compiles the whole project, and ends when its classes are stored.
    async fn fill(&self, tree: &Tree) {
        let session = self.open(tree.project());
        session.workspace.compile_project(1);
        // The index of the project is the last file.
        let files = tree.project().sources.len() + 1;
        let all = async {
            while self.files().len() < files {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(TIMEOUT, all).await.unwrap();
    }
}

/// Restores the contents of a cache.
fn put_back(contents: &BTreeMap<PathBuf, Vec<u8>>) {
    for (file, content) in contents {
        std::fs::write(file, content).unwrap();
    }
}

fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    name.starts_with('.')
}

struct Session {
    workspace: Workspace,
    events: UnboundedReceiver<WorkspaceEvent>,
}

impl Session {
    /// Opens a file before the project is compiled. Returns what is recalled and whether it is confirmed, and what is compiled
    /// then.
    async fn open(&mut self, file: &Path, text: &str) -> (Option<(Classes, bool)>, CompiledFile) {
        self.workspace
            .compile_early_buffer(file, 1, SourceFile::parse(text));
        let mut found = None;
        loop {
            match timeout(TIMEOUT, self.events.recv()).await.unwrap().unwrap() {
                WorkspaceEvent::Recalled {
                    file: recalled,
                    is_confirmed,
                } => {
                    assert_complete(&recalled);
                    assert_eq!((recalled.version, &*recalled.text), (Some(1), text));
                    found = Some((recalled.classes, is_confirmed));
                    if is_confirmed {
                        // The buffer itself is not compiled then.
                        self.workspace.compile_project(1);
                    }
                }
                // Unchanged files are not compiled with the project.
                WorkspaceEvent::ProjectCompiled { .. } => {
                    self.workspace.compile_saved(vec![file.to_path_buf()]);
                }
                WorkspaceEvent::Compiled(compiled) if compiled.file == file => {
                    return (found, compiled);
                }
                _ => {}
            }
        }
    }
}

type Classes = Vec<ClassBytes>;

fn tree() -> Tree {
    Tree::new([("src/p/A.java", A), ("src/p/B.java", B)])
}

/// Whether the recalled result of A in a new session is confirmed; `None` if there is none. The result must equal the
/// compiler's exactly if nothing else changed.
async fn recalled(cache: &Cache, tree: &Tree, project: Project, text: &str) -> Option<bool> {
    let mut session = cache.open(project);
    let (recalled, compiled) = session.open(&tree.path("src/p/A.java"), text).await;
    let (classes, is_confirmed) = recalled?;
    if is_confirmed && *compiled.text == *text {
        assert_eq!(classes, compiled.classes);
    }
    Some(is_confirmed)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_session_knows_what_the_first_one_compiled() {
    let (cache, tree) = (Cache::new(), tree());
    assert_eq!(recalled(&cache, &tree, tree.project(), A).await, None);
    cache.fill(&tree).await;
    assert_eq!(recalled(&cache, &tree, tree.project(), A).await, Some(true));
    let other = A.replace("+ B.N", "- B.N");
    assert_eq!(recalled(&cache, &tree, tree.project(), &other).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_was_compiled_in_the_editor_is_known_next_time() {
    let (cache, tree) = (Cache::new(), tree());
    cache.fill(&tree).await;
    let edited = A.replace("+ B.N", "- B.N");
    let mut session = cache.open(tree.project());
    session.open(&tree.path("src/p/A.java"), A).await;
    let before = cache.contents();
    session.open(&tree.path("src/p/A.java"), &edited).await;
    let kept = async {
        while cache.contents() == before {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, kept).await.unwrap();
    drop(session);
    assert_eq!(
        recalled(&cache, &tree, tree.project(), &edited).await,
        Some(true)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_while_nobody_looked_makes_classes_unconfirmed() {
    let (cache, tree) = (Cache::new(), tree());
    tree.write("lib/some.jar", crate::support::jar([]));
    cache.fill(&tree).await;
    let kept = cache.contents();
    let jar = crate::support::jar([("a".to_owned(), &b"b"[..])]);
    for (path, content, is_confirmed) in [
        ("src/p/B.java", B.to_owned(), true),
        // Other files do not depend on the body of a method.
        ("src/p/B.java", B.replace("return 1", "return 2"), true),
        ("src/p/B.java", B.replace("N = 1", "N = 2"), false),
        ("src/p/B.java", B.replace("int g()", "long g()"), false),
        ("src/p/B.java", B.replace("int h;", ""), false),
        ("src/p/B.java", B.to_owned(), true),
        ("src/p/C.java", "package p; class C { }".to_owned(), false),
    ] {
        tree.write(path, &content);
        put_back(&kept);
        let found = recalled(&cache, &tree, tree.project(), A).await;
        assert_eq!(found, Some(is_confirmed), "{content}");
    }
    std::fs::remove_file(tree.path("src/p/C.java")).unwrap();
    let options = DiscoverOptions {
        release: Some(17),
        ..DiscoverOptions::default()
    };
    let other_release = tree.project_of([""], &options);
    put_back(&kept);
    let found = recalled(&cache, &tree, other_release, A).await;
    assert_eq!(found, Some(false), "another release");
    tree.write("lib/some.jar", jar);
    put_back(&kept);
    let found = recalled(&cache, &tree, tree.project(), A).await;
    assert_eq!(found, Some(false), "another library");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_cache_is_none_and_is_mended() {
    let (cache, tree) = (Cache::new(), tree());
    cache.fill(&tree).await;
    let files = cache.files();
    for (number, file) in files.iter().enumerate() {
        let bytes = std::fs::read(file).unwrap();
        let cut = bytes.len() / 2;
        std::fs::write(file, if number % 2 == 0 { &bytes[..cut] } else { b"" }).unwrap();
    }
    assert_eq!(recalled(&cache, &tree, tree.project(), A).await, None);
    let session = cache.open(tree.project());
    session.workspace.compile_project(1);
    let mended = async {
        while recalled(&cache, &tree, tree.project(), A).await != Some(true) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, mended).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_room_for_a_cache_all_is_compiled() {
    let (cache, tree) = (Cache::new(), tree());
    // A file instead of the folder makes writing impossible.
    std::fs::write(cache.folder(), "").unwrap();
    let mut session = cache.open(tree.project());
    session.workspace.compile_project(1);
    let (recalled, compiled) = session.open(&tree.path("src/p/A.java"), A).await;
    assert_eq!(recalled, None);
    assert_complete(&compiled);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_servers_share_a_cache() {
    let (cache, tree) = (Cache::new(), tree());
    tokio::join!(cache.fill(&tree), cache.fill(&tree), cache.fill(&tree));
    assert_eq!(recalled(&cache, &tree, tree.project(), A).await, Some(true));
    assert_eq!(cache.files().len(), 3, "one for each file and the index");
}

/// The files that a session recalls with its project, and those that it compiles.
async fn of_project(session: &mut Session) -> (Vec<CompiledFile>, Vec<PathBuf>) {
    let (mut recalled, mut compiled) = (Vec::new(), Vec::new());
    session.workspace.compile_project(1);
    loop {
        let event = timeout(TIMEOUT, session.events.recv()).await;
        match event.unwrap().unwrap() {
            WorkspaceEvent::RecalledAll(files) => recalled.extend(files),
            WorkspaceEvent::Compiled(file) => compiled.push(file.file),
            WorkspaceEvent::ProjectCompiled { .. } => return (recalled, compiled),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_session_has_all_files_and_compiles_none() {
    let (cache, tree) = (Cache::new(), tree());
    cache.fill(&tree).await;
    let mut session = cache.open(tree.project());
    let (recalled, compiled) = of_project(&mut session).await;
    assert_eq!((recalled.len(), compiled.len()), (2, 0));
    recalled.iter().for_each(assert_complete);
    // Files compiled later see the recalled classes.
    let file = tree.path("src/p/A.java");
    let edited = A.replace("+ B.N", "- B.N * new B().h");
    let source = SourceFile::parse(edited);
    session.workspace.compile_buffer(&file, 2, source);
    loop {
        let event = timeout(TIMEOUT, session.events.recv()).await;
        if let WorkspaceEvent::Compiled(compiled) = event.unwrap().unwrap() {
            assert_complete(&compiled);
            break;
        }
    }
    drop(session);
    // A file with a changed text is compiled, and so are those that use its interface.
    tree.write("src/p/B.java", B.replace("int h", "long h"));
    let (recalled, mut compiled) = of_project(&mut cache.open(tree.project())).await;
    compiled.sort();
    assert!(recalled.is_empty());
    assert_eq!(compiled, [file, tree.path("src/p/B.java")]);
}

/// Needs a missing type, and B.
const LACKING: &str = "package p; import gone.Thing; public class A { int f(Thing thing) { return new B().g() + thing.size(); } void g() { nowhere(); } }";

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_something_that_is_not_there_is_known_until_anything_changes() {
    let (cache, tree) = (Cache::new(), tree());
    tree.write("src/p/A.java", LACKING);
    let first = async {
        let session = &mut cache.open(tree.project());
        session.workspace.compile_project(1);
        loop {
            let event = timeout(TIMEOUT, session.events.recv()).await;
            match event.unwrap().unwrap() {
                WorkspaceEvent::Compiled(file) if file.file.ends_with("A.java") => return file,
                _ => {}
            }
        }
    };
    let first = first.await;
    assert!(first.unknown.is_used && !first.omitted.is_empty() && !first.problems.is_empty());
    cache.fill(&tree).await;
    let (recalled, compiled) = of_project(&mut cache.open(tree.project())).await;
    assert_eq!((recalled.len(), compiled.len()), (2, 0), "{compiled:?}");
    assert_eq!(
        recalled.iter().find(|file| file.file == first.file),
        Some(&first)
    );
    // The library exists now.
    tree.write("lib/some.jar", crate::support::jar([]));
    let (recalled, compiled) = of_project(&mut cache.open(tree.project())).await;
    assert_eq!((recalled.len(), compiled.len()), (0, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_lacks_files_that_are_not_compiled_yet_is_not_kept() {
    let (cache, tree) = (Cache::new(), tree());
    cache.fill(&tree).await;
    let mut session = cache.open(tree.project());
    let file = tree.path("src/p/A.java");
    session.open(&file, A).await;
    let source = SourceFile::parse(LACKING);
    session.workspace.compile_buffer(&file, 2, source);
    loop {
        let event = timeout(TIMEOUT, session.events.recv()).await;
        if let WorkspaceEvent::Compiled(compiled) = event.unwrap().unwrap()
            && compiled.version == Some(2)
        {
            assert!(compiled.unknown.is_used);
            break;
        }
    }
    sleep(Duration::from_secs(3)).await;
    drop(session);
    let mut session = cache.open(tree.project());
    assert_eq!(session.open(&file, LACKING).await.0, None);
}
