//! A minimal editor on the other side of `jouled lsp`.
#![allow(
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test that cannot go on fails; messages are written where they are sent"
)]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take on a slow machine.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(2);

/// A session with the server.
#[derive(Debug)]
pub(crate) struct Editor {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages of the server that were not waited for.
    pub(crate) seen: Vec<Value>,
    /// All messages of the server.
    all: Vec<Value>,
    requests: i64,
}

impl Editor {
    /// Starts a server, and opens a folder in it.
    pub(crate) fn start(folder: &Path, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jouled"));
        command
            .arg("lsp")
            .env("JOULED_CALLS", "none")
            .env("JAVA_HOME", tests::shared_jdk().home)
            .env("XDG_CACHE_HOME", super::cache());
        change(&mut command);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut editor = Self {
            child,
            stdin,
            messages,
            seen: Vec::new(),
            all: Vec::new(),
            requests: 0,
        };
        let root = uri(folder);
        let able = json!({
            "experimental": { "serverStatusNotification": true },
            "textDocument": { "inlayHint": {} }
        });
        let folders = json!([{ "uri": root, "name": "project" }]);
        let hello = json!({ "processId": null, "rootUri": root, "capabilities": able, "workspaceFolders": folders });
        editor.ask("initialize", hello);
        editor.tell("initialized", json!({}));
        editor
    }

    /// Opens a file with this text.
    pub(crate) fn open(&mut self, file: &Path, text: &str) {
        let document =
            json!({ "uri": uri(file), "languageId": "java", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the text of an open file.
    pub(crate) fn change(&mut self, file: &Path, version: i32, text: &str) {
        let document = json!({ "uri": uri(file), "version": version });
        let changes = json!([{ "text": text }]);
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Waits until the methods of a file have these texts: `name: title`, followed by `(old)` if stale.
    pub(crate) fn wait_for_methods(
        &mut self,
        file: &Path,
        mut is_right: impl FnMut(&[String]) -> bool,
    ) {
        let end = Instant::now() + REQUEST_TIMEOUT;
        loop {
            let document = json!({ "textDocument": { "uri": uri(file) } });
            let answer = self.ask("jouled/methods", document);
            let methods = answer.as_array().expect("methods").iter();
            let methods: Vec<String> = methods
                .map(|method| {
                    let text = |field: &str| method[field].as_str().unwrap_or_default().to_owned();
                    let old = if method["isStale"] == true {
                        " (old)"
                    } else {
                        ""
                    };
                    format!("{}: {}{old}", text("name"), text("title"))
                })
                .collect();
            if is_right(&methods) {
                return;
            }
            assert!(Instant::now() < end, "{methods:?} {:?}", self.seen);
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits for a message that has not been waited for.
    pub(crate) fn wait_for(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + REQUEST_TIMEOUT;
        loop {
            if let Some(at) = self.seen.iter().position(&is_it) {
                let message = self.seen[at].clone();
                self.seen.drain(..=at);
                return message;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) => {
                    self.all.push(message.clone());
                    self.seen.push(message);
                }
                Err(error) => panic!("{what} did not come: {error}; {:?}", self.seen),
            }
        }
    }

    /// Answers a request of the server.
    pub(crate) fn answer(&mut self, request: &Value, result: Value) {
        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result });
        self.send(&answer);
    }

    /// Waits for a status of this kind, and returns its message.
    pub(crate) fn wait_for_status(&mut self, state: &str) -> String {
        let status = self.wait_for(state, |message| {
            message["method"] == "experimental/serverStatus" && message["params"]["state"] == state
        });
        let message = status["params"]["message"].as_str();
        message.unwrap_or_default().to_owned()
    }

    /// Waits for a status whose message contains this.
    pub(crate) fn wait_for_status_with(&mut self, part: &str) -> String {
        let status = self.wait_for(part, |message| {
            let text = message["params"]["message"].as_str().unwrap_or_default();
            message["method"] == "experimental/serverStatus" && text.contains(part)
        });
        let message = status["params"]["message"].as_str();
        message.unwrap_or_default().to_owned()
    }

    /// Sends a signal by name, and waits for the end.
    pub(crate) fn signal(mut self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.expect("kill").success());
        // Its input stays open.
        self.child.wait().expect("an end");
    }

    /// Ends the session, and examines all messages of the server.
    pub(crate) fn end_and_see(mut self, look: impl FnOnce(&[Value])) {
        self.ask("shutdown", Value::Null);
        look(&std::mem::take(&mut self.all));
    }

    /// Ends the session as the protocol requires.
    pub(crate) fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.stdin = None;
        assert!(self.child.wait().expect("an end").success());
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let end = Instant::now() + REQUEST_TIMEOUT;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left).expect("an answer");
            if message["id"] == id && message.get("method").is_none() {
                return message["result"].clone();
            }
            self.all.push(message.clone());
            self.seen.push(message);
        }
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let stdin = self.stdin.as_mut().expect("an open session");
        write!(stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("a server");
        stdin.flush().expect("a server");
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn read(stream: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length:") {
            length = number.trim().parse().ok()?;
        }
    }
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}
