//! A request that hangs, dies, is nested too deeply or is too large affects no other request.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test may panic, and says by name what it skips"
)]

use crate::support;

use std::process::{Command, Stdio};
use std::time::Duration;

use jdk::{
    BlockingJavac, CompileRequest, CompilerFailure, JavacError, JavacService, ServiceConfig,
    SourceUnit,
};
use crate::support::{assert_alive, config, each_jdk, endless_source, request, start};

#[tokio::test]
async fn a_request_that_hangs_is_ended_by_the_time_limit() {
    for jdk in each_jdk("a_request_that_hangs_is_ended_by_the_time_limit") {
        // The first compilation of a cold process takes less CPU time than this.
        let limit = Duration::from_secs(3);
        let config = ServiceConfig {
            time_limit: limit,
            ..config()
        };
        let service = JavacService::start(jdk, config).await.unwrap();
        assert_alive(&service).await;
        let first = service.process_id().unwrap();
        let error = service
            .compile(request([("Endless.java", &endless_source())]))
            .await
            .unwrap_err();
        assert!(
            matches!(error, JavacError::TimedOut { limit: stated } if stated == limit),
            "{error}"
        );
        assert_eq!(service.process_id(), None);
        assert_alive(&service).await;
        assert_ne!(service.process_id().unwrap(), first);
    }
}

/// Kills the process of a service from outside.
#[cfg(unix)]
fn kill(process: u32) {
    let status = Command::new("kill")
        .args(["-KILL", &process.to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

#[cfg(unix)]
fn exists(process: u32) -> bool {
    Command::new("kill")
        .args(["-0", &process.to_string()])
        .stderr(Stdio::null())
        .status()
        .unwrap()
        .success()
}

#[cfg(unix)]
async fn assert_ends(process: u32) {
    for _ in 0..600 {
        if !exists(process) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the process {process} is still there");
}

#[cfg(unix)]
#[tokio::test]
async fn a_process_killed_in_the_middle_fails_that_request_only() {
    for jdk in each_jdk("a_process_killed_in_the_middle_fails_that_request_only") {
        let service = start(&jdk).await;
        for _ in 0..2 {
            assert_alive(&service).await;
            let process = service.process_id().unwrap();
            let endless = tokio::spawn({
                let service = service.clone();
                async move {
                    service
                        .compile(request([("Endless.java", &endless_source())]))
                        .await
                }
            });
            tokio::time::sleep(Duration::from_millis(300)).await;
            let waiting = tokio::spawn({
                let service = service.clone();
                async move { assert_alive(&service).await }
            });
            kill(process);
            let error = endless.await.unwrap().unwrap_err();
            assert!(
                matches!(
                    error,
                    JavacError::Crashed {
                        status: Some(_),
                        ..
                    }
                ),
                "{error}"
            );
            waiting.await.unwrap();
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_process_that_died_while_idle_costs_no_request() {
    for jdk in each_jdk("a_process_that_died_while_idle_costs_no_request") {
        let service = start(&jdk).await;
        kill(service.process_id().unwrap());
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_alive(&service).await;
    }
}

#[tokio::test]
async fn a_dropped_request_leaves_the_next_one_its_own_answer() {
    for jdk in each_jdk("a_dropped_request_leaves_the_next_one_its_own_answer") {
        let service = start(&jdk).await;
        for round in 0..20 {
            let text = format!("class Dropped{round} {{}}");
            let dropped = service.compile(request([("Dropped.java", text.as_str())]));
            // Dropped at different points of the request.
            let _ = tokio::time::timeout(Duration::from_millis(round), dropped).await;
            let name = format!("Kept{round}");
            let text = format!("class {name} {{}}");
            let response =
                support::compiled(&service, request([("Kept.java", text.as_str())])).await;
            assert_eq!(response.classes[0].binary_name, name);
        }
    }
}

#[tokio::test]
async fn an_expression_that_is_too_deep_is_a_typed_failure() {
    for jdk in each_jdk("an_expression_that_is_too_deep_is_a_typed_failure") {
        let service = start(&jdk).await;
        let process = service.process_id();
        let depth = 1_000_000;
        let parentheses = format!(
            "class A {{ int x = {}1{}; }}",
            "(".repeat(depth),
            ")".repeat(depth)
        );
        let error = service
            .compile(request([("A.java", &parentheses)]))
            .await
            .unwrap_err();
        assert!(
            matches!(
                error,
                JavacError::Compiler {
                    failure: CompilerFailure::StackOverflow,
                    ..
                }
            ),
            "{error} on {jdk}"
        );
        assert_alive(&service).await;
        assert_eq!(service.process_id(), process, "the same process continues");
        // Code written by people stays far below the limit.
        let sum = format!(
            "class A {{ int f(int x) {{ return x{}; }} }}",
            "+x".repeat(5_000)
        );
        support::compiled(&service, request([("A.java", &sum)])).await;
    }
}

#[tokio::test]
async fn a_request_beyond_the_heap_fails_and_the_next_one_works() {
    for jdk in each_jdk("a_request_beyond_the_heap_fails_and_the_next_one_works") {
        let small = ServiceConfig {
            heap_mebibytes: 40,
            ..config()
        };
        let service = JavacService::start(jdk.clone(), small).await.unwrap();
        // One large text is too much at once: with many small trees, the collector would try for long.
        let comment = "x".repeat(8_000_000);
        let error = service
            .compile(request([("A.java", &format!("class A {{ /* {comment} */ }}"))]))
            .await
            .unwrap_err();
        assert!(
            matches!(
                error,
                JavacError::Compiler {
                    failure: CompilerFailure::OutOfMemory,
                    ..
                } | JavacError::TimedOut { .. }
                    | JavacError::Crashed { .. }
            ),
            "{error}"
        );
        println!("{jdk}: {error}");
        assert_alive(&service).await;
    }
}

#[tokio::test]
async fn sizes_are_limited_on_both_ways() {
    for jdk in each_jdk("sizes_are_limited_on_both_ways") {
        let narrow = ServiceConfig {
            max_request_bytes: 10_000,
            max_response_bytes: 5_000,
            ..config()
        };
        let service = JavacService::start(jdk, narrow).await.unwrap();
        let blanks = " ".repeat(10_000);
        let error = service
            .compile(request([("A.java", &blanks)]))
            .await
            .unwrap_err();
        assert!(
            matches!(
                error,
                JavacError::RequestTooLarge {
                    bytes: 10_001..,
                    limit: 10_000
                }
            ),
            "{error}"
        );
        let many = (0..100)
            .map(|number| format!("class C{number} {{}}"))
            .collect::<Vec<_>>()
            .join("\n");
        let error = service
            .compile(request([("A.java", &many)]))
            .await
            .unwrap_err();
        assert!(
            matches!(
                error,
                JavacError::ResponseTooLarge {
                    bytes: 5_001..,
                    limit: 5_000
                }
            ),
            "{error}"
        );
        assert_alive(&service).await;
    }
}

#[tokio::test]
async fn ten_megabytes_of_text_are_answered() {
    for jdk in each_jdk("ten_megabytes_of_text_are_answered") {
        let service = start(&jdk).await;
        let comment = format!("class A {{ /* {} */ }}", "x".repeat(10_000_000));
        support::compiled(&service, request([("A.java", &comment)])).await;
        let errors = "int = ;\n".repeat(50_000);
        let response = service
            .compile(request([("A.java", &format!("class A {{ {errors} }}"))]))
            .await;
        let count = response.unwrap().errors().count();
        assert!((1_000..=10_000).contains(&count), "{count}");
        assert_alive(&service).await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_process_ends_with_the_last_handle() {
    for jdk in each_jdk("the_process_ends_with_the_last_handle") {
        let service = start(&jdk).await;
        let process = service.process_id().unwrap();
        let other = service.clone();
        drop(service);
        assert_alive(&other).await;
        drop(other);
        assert_ends(process).await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_process_ends_when_this_program_is_killed() {
    use std::io::{BufRead, BufReader};

    for (state, name) in ["idle", "busy"]
        .into_iter()
        .zip([
            "limits::process_of_an_idle_owner",
            "limits::process_of_a_busy_owner",
        ])
    {
        let mut owner = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--ignored", "--nocapture"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let process = BufReader::new(owner.stdout.take().unwrap())
            .lines()
            .find_map(|line| line.unwrap().rsplit_once("process ")?.1.parse::<u32>().ok())
            .unwrap();
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(exists(process), "{state}");
        owner.kill().unwrap();
        owner.wait().unwrap();
        assert_ends(process).await;
    }
}

#[tokio::test]
#[ignore = "run by the_process_ends_when_this_program_is_killed"]
async fn process_of_an_idle_owner() {
    own_a_process(CompileRequest::default()).await;
}

#[tokio::test]
#[ignore = "run by the_process_ends_when_this_program_is_killed"]
async fn process_of_a_busy_owner() {
    own_a_process(CompileRequest {
        sources: vec![SourceUnit::new("Endless.java", endless_source())],
        ..CompileRequest::default()
    })
    .await;
}

async fn own_a_process(request: CompileRequest) {
    let jdk = each_jdk("own_a_process").remove(0);
    let service = JavacService::start(
        jdk,
        ServiceConfig {
            time_limit: Duration::from_mins(10),
            ..config()
        },
    )
    .await
    .unwrap();
    println!("process {}", service.process_id().unwrap());
    let _ = service.compile(request).await;
    std::future::pending::<()>().await;
}

#[test]
fn the_blocking_service_works_from_several_threads() {
    for jdk in each_jdk("the_blocking_service_works_from_several_threads") {
        let service = BlockingJavac::start(jdk, config()).unwrap();
        std::thread::scope(|scope| {
            for number in 0..4 {
                let service = &service;
                scope.spawn(move || {
                    let name = format!("C{number}");
                    let text = format!("class {name} {{}}");
                    let response = service
                        .compile(request([("C.java", text.as_str())]))
                        .unwrap();
                    assert_eq!(response.classes[0].binary_name, name);
                });
            }
        });
    }
}

#[tokio::test]
async fn the_blocking_service_refuses_async_code() {
    for jdk in each_jdk("the_blocking_service_refuses_async_code") {
        let error = BlockingJavac::start(jdk, config()).unwrap_err();
        assert!(matches!(error, JavacError::InsideRuntime));
    }
}
