//! Opening a project never runs its code, and foreign options never reach the compiler.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::support;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use jdk::{CompileRequest, CompileResponse, JavacError, Jdk};
use crate::support::{compiled, each_jdk, request, start};

/// An annotation processor, and a compiler plugin that starts by itself. Each writes a file that shows that it ran.
fn hostile_sources(marks: &Path) -> [(&'static str, String); 2] {
    let mark = |name: &str| {
        let path = marks.join(name).to_str().unwrap().replace('\\', "\\\\");
        format!(
            "try {{ java.nio.file.Files.writeString(java.nio.file.Path.of(\"{path}\"), \"ran\"); }} \
             catch (java.io.IOException e) {{ throw new RuntimeException(e); }}"
        )
    };
    [
        (
            "HostileProcessor.java",
            format!(
                "@javax.annotation.processing.SupportedAnnotationTypes(\"*\")
                 public class HostileProcessor extends javax.annotation.processing.AbstractProcessor {{
                     public boolean process(java.util.Set<? extends javax.lang.model.element.TypeElement> annotations,
                             javax.annotation.processing.RoundEnvironment round) {{ {} return false; }}
                 }}",
                mark("processor")
            ),
        ),
        (
            "HostilePlugin.java",
            format!(
                "public class HostilePlugin implements com.sun.source.util.Plugin {{
                     public String getName() {{ return \"hostile\"; }}
                     public boolean autoStart() {{ return true; }}
                     public void init(com.sun.source.util.JavacTask task, String... arguments) {{ {} }}
                 }}",
                mark("plugin")
            ),
        ),
    ]
}

fn write_hostile_jar(path: &Path, response: &CompileResponse) {
    let options = zip::write::SimpleFileOptions::default();
    let mut jar = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (service, class) in [
        ("javax.annotation.processing.Processor", "HostileProcessor"),
        ("com.sun.source.util.Plugin", "HostilePlugin"),
    ] {
        jar.start_file(format!("META-INF/services/{service}"), options)
            .unwrap();
        jar.write_all(class.as_bytes()).unwrap();
    }
    for class in &response.classes {
        jar.start_file(format!("{}.class", class.binary_name), options)
            .unwrap();
        jar.write_all(&class.bytes).unwrap();
    }
    jar.finish().unwrap();
}

fn run_javac(jdk: &Jdk, folder: &Path, arguments: &[&str]) {
    fs::write(
        folder.join("Victim.java"),
        "class Victim { @Deprecated void m() {} }",
    )
    .unwrap();
    let output = jdk
        .java_command()
        .args([
            "--module",
            "jdk.compiler/com.sun.tools.javac.Main",
            "-classpath",
            "hostile.jar",
        ])
        .args(arguments)
        .args(["-d", "out", "Victim.java"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[tokio::test]
async fn neither_a_processor_nor_a_plugin_on_the_class_path_runs() {
    for jdk in each_jdk("neither_a_processor_nor_a_plugin_on_the_class_path_runs") {
        let service = start(&jdk).await;
        let folder = tempfile::tempdir().unwrap();
        let sources = hostile_sources(folder.path());
        let hostile = compiled(
            &service,
            request(
                sources
                    .each_ref()
                    .map(|(path, text)| (*path, text.as_str())),
            ),
        )
        .await;
        let jar = folder.path().join("hostile.jar");
        write_hostile_jar(&jar, &hostile);

        for keep_warm in [false, true, true] {
            let victim = CompileRequest {
                class_path: vec![jar.clone()],
                module_path: vec![jar.clone()],
                keep_warm,
                ..request([(
                    "Victim.java",
                    "class Victim { @Deprecated void m() {} HostilePlugin p; }",
                )])
            };
            compiled(&service, victim).await;
        }
        let ran = || ["processor", "plugin"].map(|name| folder.path().join(name).exists());
        assert_eq!(ran(), [false, false], "{jdk}");

        // An ordinary javac does run the code in the same jar, which shows that the test works. Since JDK 23, a processor must
        // be requested; JDK 21 is the first that knows the option.
        let asked: &[&str] = if jdk.version.feature >= 21 {
            &["-proc:full"]
        } else {
            &[]
        };
        run_javac(&jdk, folder.path(), asked);
        assert_eq!(ran(), [true, true], "{jdk}");
        // With -proc:none alone, the plugin would still run. The missing class loaders keep it out.
        fs::remove_file(folder.path().join("processor")).unwrap();
        fs::remove_file(folder.path().join("plugin")).unwrap();
        run_javac(&jdk, folder.path(), &["-proc:none"]);
        assert_eq!(ran(), [false, true], "{jdk}");
    }
}

/// Without class loaders no processor is found, so no behaviour shows whether -proc:none is set as a second protection. Its
/// presence in the options does.
#[test]
fn annotation_processing_is_switched_off_besides() {
    let compiler = include_str!("../java/jouled/javac/Compiler.java");
    assert!(
        compiler.contains("List.of(\n                \"-proc:none\","),
        "{compiler}"
    );
}

#[tokio::test]
async fn a_module_name_that_is_an_option_is_refused() {
    for jdk in each_jdk("a_module_name_that_is_an_option_is_refused") {
        let service = start(&jdk).await;
        let smuggling = CompileRequest {
            add_modules: vec!["java.sql,x -proc:full".to_owned()],
            ..request([("A.java", "class A {}")])
        };
        let error = service.compile(smuggling).await.unwrap_err();
        assert!(
            matches!(error, JavacError::InvalidRequest { .. }),
            "{error}"
        );
        support::assert_alive(&service).await;
    }
}

/// Every variable that can pass options, each with one that no JVM or javac accepts.
const HOSTILE_VARIABLES: [(&str, &str); 5] = [
    ("JAVA_TOOL_OPTIONS", "-XX:NoSuchOptionOfTools"),
    ("JDK_JAVA_OPTIONS", "-XX:NoSuchOptionOfTheLauncher"),
    ("_JAVA_OPTIONS", "-XX:NoSuchOptionOfTheJvm"),
    ("JDK_JAVAC_OPTIONS", "-no-such-option-of-javac"),
    ("CLASSPATH", "/no/such/folder"),
];

#[test]
fn options_in_the_environment_do_not_reach_the_service() {
    // The variables of this process cannot be set safely, so the test runs itself again.
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "security::service_in_a_hostile_environment",
            "--ignored",
            "--nocapture",
        ])
        .envs(HOSTILE_VARIABLES)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(text.contains("compiled in a hostile environment"), "{text}");

    // Each of the first three prevents the start of a JVM that sees it.
    for jdk in each_jdk("options_in_the_environment_do_not_reach_the_service") {
        for (name, value) in &HOSTILE_VARIABLES[..3] {
            let status = Command::new(jdk.java())
                .arg("-version")
                .env(name, value)
                .output()
                .unwrap()
                .status;
            assert!(!status.success(), "{name} has no effect on {jdk}");
        }
    }
}

#[tokio::test]
#[ignore = "run by options_in_the_environment_do_not_reach_the_service"]
async fn service_in_a_hostile_environment() {
    for jdk in each_jdk("service_in_a_hostile_environment") {
        // A separate folder, so that the service's own program is built as well.
        let cache = tempfile::tempdir().unwrap();
        let config = jdk::ServiceConfig {
            cache_dir: cache.path().to_path_buf(),
            ..support::config()
        };
        let service = jdk::JavacService::start(jdk, config).await.unwrap();
        support::assert_alive(&service).await;
        println!("compiled in a hostile environment");
    }
}
