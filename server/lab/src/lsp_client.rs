//! A small language client that measures the server as an editor would use it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// How long the client waits for an answer.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(1);
/// The largest message that the client reads.
const LARGEST_MESSAGE: usize = 256 << 20;

/// A message of the server. Its result is not parsed: whoever sent the request knows the shape.
#[derive(Debug, Deserialize)]
struct Message {
    id: Option<Value>,
    method: Option<String>,
    error: Option<Value>,
    result: Option<Box<RawValue>>,
}

/// A message, and when its last byte arrived.
struct Received {
    message: Message,
    at: Instant,
}

/// A server and its session.
pub(crate) struct LspClient {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Received>,
    last_id: u64,
    /// When the last byte of the last answer arrived.
    answered: Instant,
    /// Refresh requests of the server that nobody has looked at yet.
    refreshes: usize,
}

impl LspClient {
    /// Starts the server and initializes the session. The client takes refresh requests.
    ///
    /// # Errors
    /// If the server does not start or does not answer.
    pub(crate) fn start(command: &mut Command, root: Option<&Path>) -> Result<Self> {
        let mut server = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("the server does not start")?;
        let input = server.stdin.take().context("the server has no input")?;
        let output = server.stdout.take().context("the server has no output")?;
        let (sender, messages) = channel();
        std::thread::spawn(move || read_messages(output, &sender));
        let mut client = Self {
            server,
            input,
            messages,
            last_id: 0,
            answered: Instant::now(),
            refreshes: 0,
        };
        let root = root.map(uri);
        let folders = root
            .as_ref()
            .map(|uri| json!([{ "uri": uri, "name": "root" }]));
        client.request(
            "initialize",
            &json!({
                "processId": std::process::id(),
                "rootUri": root,
                "workspaceFolders": folders,
                "initializationOptions": {},
                "capabilities": {
                    "workspace": { "inlayHint": { "refreshSupport": true } },
                    "textDocument": {
                        "inlayHint": { "resolveSupport": { "properties": ["tooltip"] } },
                    },
                    "general": { "positionEncodings": ["utf-8"] },
                },
            }),
        )?;
        client.notify("initialized", &json!({}))?;
        Ok(client)
    }

    /// The process number of the server.
    pub(crate) fn process_id(&self) -> u32 {
        self.server.id()
    }

    /// Sends a notification.
    ///
    /// # Errors
    /// If the server is gone.
    pub(crate) fn notify(&mut self, method: &str, params: &Value) -> Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Sends a request and waits for its result.
    ///
    /// # Errors
    /// If the server refuses it, is gone, or does not answer in time.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Result<Value> {
        let result = self.ask(method, params)?;
        result.map_or(Ok(Value::Null), |result| {
            serde_json::from_str(result.get()).context("the server's answer is not JSON")
        })
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Option<Box<RawValue>>> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let start = Instant::now();
        loop {
            let Received { message, at } = self.next(start, method)?;
            if message.method.is_none() && message.id == Some(Value::from(id)) {
                self.answered = at;
                if let Some(error) = message.error {
                    bail!("the server refused {method}: {error}");
                }
                return Ok(message.result);
            }
            self.take(&message)?;
        }
    }

    /// Waits until the server asks for a refresh.
    ///
    /// # Errors
    /// If it does not do so in time.
    pub(crate) fn wait_for_refresh(&mut self) -> Result<()> {
        let start = Instant::now();
        while self.refreshes == 0 {
            let received = self.next(start, "a refresh")?;
            self.take(&received.message)?;
        }
        self.refreshes = 0;
        Ok(())
    }

    /// Waits until a document has hints. The server asks for refreshes before that, such as when it has read
    /// its settings.
    ///
    /// # Errors
    /// If the server does not answer, or if no refresh brings a hint.
    pub(crate) fn wait_for_hints(&mut self, path: &Path) -> Result<()> {
        while self.hints(path)?.is_empty() {
            self.wait_for_refresh()?;
        }
        Ok(())
    }

    /// Handles what has arrived in the meantime, and forgets the refresh requests among it.
    ///
    /// # Errors
    /// If the server is gone.
    pub(crate) fn forget_refreshes(&mut self) -> Result<()> {
        while let Ok(received) = self.messages.try_recv() {
            self.take(&received.message)?;
        }
        self.refreshes = 0;
        Ok(())
    }

    /// When the last byte of the last answer arrived. What the client does with it is not the server's time.
    pub(crate) fn answered_at(&self) -> Instant {
        self.answered
    }

    /// Opens a Java document.
    ///
    /// # Errors
    /// If the server is gone.
    pub(crate) fn open(&mut self, path: &Path, text: &str) -> Result<()> {
        let document =
            json!({ "uri": uri(path), "languageId": "java", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }))
    }

    /// Replaces columns of one line, both counted from 0 in bytes.
    ///
    /// # Errors
    /// If the server is gone.
    pub(crate) fn edit(
        &mut self,
        path: &Path,
        version: i32,
        (line, from, to): (usize, usize, usize),
        text: &str,
    ) -> Result<()> {
        let place = |character: usize| json!({ "line": line, "character": character });
        let change = json!({ "range": { "start": place(from), "end": place(to) }, "text": text });
        let document = json!({ "uri": uri(path), "version": version });
        self.notify(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": [change] }),
        )
    }

    /// Replaces the text of a document.
    ///
    /// # Errors
    /// If the server is gone.
    pub(crate) fn replace(&mut self, path: &Path, version: i32, text: &str) -> Result<()> {
        let document = json!({ "uri": uri(path), "version": version });
        let change = json!({ "text": text });
        self.notify(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": [change] }),
        )
    }

    /// Closes a document.
    ///
    /// # Errors
    /// If the server is gone.
    pub(crate) fn close(&mut self, path: &Path) -> Result<()> {
        let document = json!({ "uri": uri(path) });
        self.notify(
            "textDocument/didClose",
            &json!({ "textDocument": document }),
        )
    }

    /// The labels of all hints, by line from 0.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(crate) fn hints(&mut self, path: &Path) -> Result<Vec<(u64, String)>> {
        #[derive(Deserialize)]
        struct Hint {
            position: Position,
            label: String,
        }
        #[derive(Deserialize)]
        struct Position {
            line: u64,
        }
        let end = json!({ "line": 1_000_000, "character": 0 });
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
        let params = json!({ "textDocument": { "uri": uri(path) }, "range": range });
        let Some(hints) = self.ask("textDocument/inlayHint", &params)? else {
            return Ok(Vec::new());
        };
        let hints: Option<Vec<Hint>> =
            serde_json::from_str(hints.get()).context("the hints have another shape")?;
        let hints = hints.unwrap_or_default().into_iter();
        Ok(hints.map(|hint| (hint.position.line, hint.label)).collect())
    }

    /// Asks for the hover at the beginning of a file.
    ///
    /// # Errors
    /// If the server does not answer.
    pub(crate) fn hover_at_beginning(&mut self, path: &Path) -> Result<()> {
        let position = json!({ "line": 0, "character": 0 });
        let params = json!({ "textDocument": { "uri": uri(path) }, "position": position });
        self.request("textDocument/hover", &params)?;
        Ok(())
    }

    /// Ends the session properly.
    ///
    /// # Errors
    /// If the server does not end with 0.
    pub(crate) fn end(mut self) -> Result<()> {
        self.request("shutdown", &Value::Null)?;
        self.notify("exit", &Value::Null)?;
        let status = self.server.wait()?;
        if !status.success() {
            bail!("the server ended with {status}");
        }
        Ok(())
    }

    fn next(&mut self, start: Instant, what: &str) -> Result<Received> {
        let left = REQUEST_TIMEOUT.saturating_sub(start.elapsed());
        self.messages
            .recv_timeout(left)
            .with_context(|| format!("the server did not send {what}"))
    }

    /// Handles a message; answers a request of the server.
    fn take(&mut self, message: &Message) -> Result<()> {
        let Some(method) = message.method.as_deref() else {
            return Ok(());
        };
        if method == "workspace/inlayHint/refresh" {
            self.refreshes += 1;
        }
        match &message.id {
            Some(id) => self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null })),
            None => Ok(()),
        }
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .and_then(|()| self.input.flush())
            .context("the server is gone")
    }
}

impl Drop for LspClient {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The URI of an absolute path.
fn uri(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let path = path.replace('%', "%25").replace(' ', "%20");
    format!(
        "file://{}{path}",
        if path.starts_with('/') { "" } else { "/" }
    )
}

fn read_messages(output: ChildStdout, messages: &Sender<Received>) {
    let mut output = BufReader::new(output);
    while let Some(message) = read_message(&mut output) {
        if messages.send(message).is_err() {
            return;
        }
    }
}

fn read_message(output: &mut impl BufRead) -> Option<Received> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length.filter(|length| *length <= LARGEST_MESSAGE)?];
    output.read_exact(&mut text).ok()?;
    let at = Instant::now();
    let message = serde_json::from_slice(&text).ok()?;
    Some(Received { message, at })
}
