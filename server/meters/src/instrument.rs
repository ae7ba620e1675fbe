//! A protocol of text lines over TCP, as instruments on a network use it.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::error::MeterError;
use crate::selector::Selector;
use crate::sysfs::beginning;

/// The usual limit of one answer.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// As text, a buffer of 60,000 readings with times is shorter.
const LONGEST_ANSWER: usize = 16 << 20;

/// A connection to an instrument.
#[derive(Debug)]
pub(crate) struct Instrument {
    stream: TcpStream,
    address: String,
    /// Bytes received after the last answer.
    rest: Vec<u8>,
    limit: Duration,
}

impl Instrument {
    /// Connects to the address in the setting `tcp`.
    pub(crate) fn connect(selector: &Selector) -> Result<Self, MeterError> {
        let address = selector.required("tcp")?.to_owned();
        let limit = selector.positive("timeout")?.map_or(TIME_LIMIT, |seconds| {
            Duration::from_secs_f64(seconds.min(600.0))
        });
        let failed = |problem: String| {
            MeterError::Instrument {
            instrument: address.clone(),
            problem,
            fix: "check its address and port (5025 is usual), the cable, and that nobody else is connected"
                .to_owned(),
        }
        };
        let targets = address
            .to_socket_addrs()
            .map_err(|error| failed(error.to_string()))?;
        let mut last = "the address names no machine".to_owned();
        for target in targets {
            match TcpStream::connect_timeout(&target, limit) {
                Ok(stream) => {
                    stream
                        .set_nodelay(true)
                        .and_then(|()| stream.set_write_timeout(Some(limit)))
                        .map_err(|error| failed(error.to_string()))?;
                    return Ok(Self {
                        stream,
                        address,
                        rest: Vec::new(),
                        limit,
                    });
                }
                Err(error) => last = error.to_string(),
            }
        }
        Err(failed(last))
    }

    /// The address, for messages.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), MeterError> {
        self.stream
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| self.lost(&error.to_string()))
    }

    /// Sends a line and waits for the answer.
    pub(crate) fn ask(&mut self, line: &str) -> Result<String, MeterError> {
        self.send(line)?;
        self.answer(line)
    }

    fn answer(&mut self, question: &str) -> Result<String, MeterError> {
        let until = Instant::now() + self.limit;
        let mut searched = 0;
        loop {
            if let Some(end) = self.rest[searched..].iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=searched + end).collect();
                let text = String::from_utf8(line).map_err(|_| self.lost("it sent no text"))?;
                return Ok(text.trim().to_owned());
            }
            searched = self.rest.len();
            if searched > LONGEST_ANSWER {
                return Err(self.lost("its answer has no end"));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.late(question));
            }
            let mut bytes = [0; 16 * 1024];
            let received = self
                .stream
                .set_read_timeout(Some(left))
                .and_then(|()| self.stream.read(&mut bytes));
            match received {
                Ok(0) => return Err(self.lost("it closed the connection")),
                Ok(count) => self.rest.extend_from_slice(&bytes[..count]),
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                    ) =>
                {
                    return Err(self.late(question));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.lost(&error.to_string())),
            }
        }
    }

    /// The error for an invalid answer.
    pub(crate) fn invalid_answer(
        &self,
        question: &str,
        found: &str,
        expected: &'static str,
    ) -> MeterError {
        MeterError::Nonsense {
            place: format!("{}, answer to {question}", self.address),
            found: beginning(found),
            expected,
        }
    }

    fn lost(&self, problem: &str) -> MeterError {
        MeterError::Instrument {
            instrument: self.address.clone(),
            problem: problem.to_owned(),
            fix: "turn it off and on, check the cable, and start again; what was measured is kept"
                .to_owned(),
        }
    }

    fn late(&self, question: &str) -> MeterError {
        MeterError::Instrument {
            instrument: self.address.clone(),
            problem: format!(
                "no whole answer to `{question}` within {} s{}",
                self.limit.as_secs_f64(),
                if self.rest.is_empty() {
                    String::new()
                } else {
                    format!(", only `{}`", beginning(&String::from_utf8_lossy(&self.rest)))
                }
            ),
            fix: "a slow instrument needs timeout=SECONDS; one that speaks another language needs another meter"
                .to_owned(),
        }
    }
}
