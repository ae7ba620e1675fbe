//! Why the library's own transport is not enough: both get the same bytes. A test that fails after an update of the library shows
//! that a reason is gone.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use tokio::time::timeout;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{InitializeParams, InitializeResult};
use tower_lsp::{LanguageServer, LspService, Server};

struct Plain;

impl LanguageServer for Plain {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        Ok(InitializeResult::default())
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}

#[derive(Clone, Copy, Debug)]
enum Transport {
    Own,
    Library,
}

fn framed(content: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{content}", content.len())
}

fn request(id: u32, method: &str, params: &Value) -> String {
    framed(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string())
}

/// The answers to bytes after the initialization: their IDs, each with its error code.
async fn answers(transport: Transport, rest: &str) -> Vec<(Value, Option<i64>)> {
    let (mut to_server, input) = duplex(1 << 16);
    let (output, mut from_server) = duplex(1 << 16);
    let (service, socket) = LspService::new(|_| Plain);
    let serving = async {
        match transport {
            Transport::Own => super::serve(service, socket, input, output).await,
            Transport::Library => Server::new(input, output, socket).serve(service).await,
        }
    };
    let talking = async {
        let start = request(1, "initialize", &json!({"capabilities": {}}));
        to_server.write_all(start.as_bytes()).await?;
        // Like every client, it waits for the answer first.
        let mut said = vec![0; 1 << 10];
        let length = from_server.read(&mut said).await?;
        assert!(said[..length].ends_with(b"}"), "half an answer");
        to_server.write_all(rest.as_bytes()).await?;
        drop(to_server);
        let mut said = String::new();
        from_server.read_to_string(&mut said).await?;
        std::io::Result::Ok(said)
    };
    let both = async { tokio::join!(serving, talking) };
    let ((), said) = timeout(Duration::from_secs(20), both)
        .await
        .expect("the session ends with its input");
    let said = said.expect("the streams work");
    let mut answers: Vec<(Value, Option<i64>)> = said
        .split("Content-Length: ")
        .filter_map(|message| message.split_once("\r\n\r\n"))
        .map(|(_, content)| {
            let answer: Value = serde_json::from_str(content).expect("an answer");
            (answer["id"].clone(), answer["error"]["code"].as_i64())
        })
        .collect();
    // The library answers in any order.
    answers.sort_by_key(|(id, _)| id.as_i64());
    answers
}

const PARSE_ERROR: i64 = -32_700;
const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;

#[tokio::test]
async fn a_malformed_message_ends_the_session_of_the_library() {
    let rest = framed("{") + &framed(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#);
    let malformed = (Value::Null, Some(PARSE_ERROR));
    assert_eq!(
        answers(Transport::Library, &rest).await,
        std::slice::from_ref(&malformed)
    );
    assert_eq!(
        answers(Transport::Own, &rest).await,
        [malformed, (json!(2), None)]
    );
}

#[tokio::test]
async fn some_unknown_requests_are_never_answered_by_the_library() {
    let rest = request(2, "$/unheardOf", &json!({}));
    assert_eq!(answers(Transport::Library, &rest).await, []);
    assert_eq!(
        answers(Transport::Own, &rest).await,
        [(json!(2), Some(METHOD_NOT_FOUND))]
    );
}

#[tokio::test]
async fn empty_parameters_where_there_are_none_are_an_error_to_the_library() {
    let rest = request(2, "shutdown", &json!({}));
    assert_eq!(
        answers(Transport::Library, &rest).await,
        [(json!(2), Some(INVALID_PARAMS))]
    );
    assert_eq!(answers(Transport::Own, &rest).await, [(json!(2), None)]);
}
