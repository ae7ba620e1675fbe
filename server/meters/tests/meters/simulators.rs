//! Simulated instruments on a real socket, which misbehave if a test wants it.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How an instrument misbehaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Proper,
    /// Its error queue is not empty from the first window on.
    Error,
    /// It sends the first half of an answer and nothing more.
    HalfLines,
    /// It closes the connection when a reading is requested.
    Disconnects,
    /// It answers byte by byte.
    Slow,
    /// It answers a reading with something that is not a number.
    Nonsense,
    /// The current is negative.
    Negative,
    /// Its answers never end.
    Endless,
}

/// The address of a running simulator, which ends with the process.
pub(crate) fn serve(answer: impl Fn(&str) -> Option<Reply> + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, answer) = (stream.unwrap(), Arc::clone(&answer));
            thread::spawn(move || converse(stream, answer.as_ref()));
        }
    });
    address
}

/// The reaction of an instrument to a line.
pub(crate) enum Reply {
    Nothing,
    Line(String),
    Bytewise(String),
    Half(String),
    Endless,
}

/// Answers until the other side closes the connection or an answer is `None`.
fn converse(stream: TcpStream, answer: &(dyn Fn(&str) -> Option<Reply> + Send + Sync)) {
    let mut out = stream.try_clone().unwrap();
    for line in BufReader::new(stream).lines() {
        let Ok(line) = line else { return };
        let sent = match answer(&line) {
            None => return,
            Some(Reply::Nothing) => Ok(()),
            Some(Reply::Line(text)) => out.write_all(format!("{text}\n").as_bytes()),
            Some(Reply::Half(text)) => out.write_all(&text.as_bytes()[..text.len() / 2]),
            Some(Reply::Bytewise(text)) => format!("{text}\r\n").bytes().try_for_each(|byte| {
                thread::sleep(Duration::from_millis(1));
                out.write_all(&[byte]).and_then(|()| out.flush())
            }),
            Some(Reply::Endless) => loop {
                if out.write_all(&[b'1'; 1 << 14]).is_err() {
                    break Ok(());
                }
            },
        };
        if sent.is_err() {
            return;
        }
    }
}

pub(crate) const KEITHLEY_VOLTS: f64 = 5.6;
pub(crate) const KEITHLEY_AMPERES: f64 = 0.75;

/// A source meter of the series 2600 that powers a constant load.
pub(crate) fn keithley(manner: Manner) -> String {
    struct State {
        interval: f64,
        began: Option<Instant>,
        filled: usize,
    }
    let state = Mutex::new(State {
        interval: 0.0,
        began: None,
        filled: 0,
    });
    serve(move |line| {
        let mut state = state.lock().unwrap();
        let amperes = if manner == Manner::Negative {
            -KEITHLEY_AMPERES
        } else {
            KEITHLEY_AMPERES
        };
        if let Some((_, interval)) = line.split_once(".measure.interval = ") {
            state.interval = interval.parse().unwrap();
            return Some(Reply::Nothing);
        }
        if line.contains("overlappediv(") {
            state.began = Some(Instant::now());
            return Some(Reply::Nothing);
        }
        if line.ends_with(".abort()") {
            let elapsed = state
                .began
                .map_or(0.0, |began| began.elapsed().as_secs_f64());
            state.filled = (elapsed / state.interval) as usize;
            return Some(Reply::Nothing);
        }
        let windows = state.began.is_some();
        let text = if line == "print(localnode.model)" {
            "2602B".to_owned()
        } else if line == "print(errorqueue.count)" {
            if manner == Manner::Error && windows {
                "1.00000e+00".to_owned()
            } else {
                "0.00000e+00".to_owned()
            }
        } else if line == "print(errorqueue.next())" {
            "5.00700e+03\tOperation not allowed during measurements\t20\t1".to_owned()
        } else if line.contains("nvbuffer2.n)") && line.starts_with("print(") {
            format!("{}\t{}", state.filled, state.filled)
        } else if line.starts_with("printbuffer(") {
            match manner {
                Manner::Disconnects => return None,
                Manner::Endless => return Some(Reply::Endless),
                _ => {}
            }
            let readings: Vec<String> = (0..state.filled)
                .map(|at| {
                    let time = at as f64 * state.interval;
                    format!("{amperes:.5e}, {KEITHLEY_VOLTS:.5e}, {time:.5e}")
                })
                .collect();
            let text = readings.join(", ");
            match manner {
                Manner::HalfLines => return Some(Reply::Half(text)),
                Manner::Slow => return Some(Reply::Bytewise(text)),
                Manner::Nonsense => "nil".to_owned(),
                _ => text,
            }
        } else {
            return Some(Reply::Nothing);
        };
        Some(Reply::Line(text))
    })
}

pub(crate) const MULTIMETER_AMPERES: f64 = 0.5;

/// A multimeter that measures a constant current. It misbehaves from the third reading on.
pub(crate) fn multimeter(manner: Manner) -> String {
    let readings = Mutex::new(0);
    serve(move |line| match line {
        "*IDN?" => Some(Reply::Line("KEYSIGHT,34465A,MY0,1.0".to_owned())),
        "SYST:ERR?" if manner == Manner::Error => {
            Some(Reply::Line("-113,\"Undefined header\"".to_owned()))
        }
        "SYST:ERR?" => Some(Reply::Line("+0,\"No error\"".to_owned())),
        "READ?" => {
            thread::sleep(Duration::from_millis(2));
            let mut readings = readings.lock().unwrap();
            *readings += 1;
            let text = format!("{MULTIMETER_AMPERES:+.8E}");
            if *readings < 3 {
                return Some(Reply::Line(text));
            }
            match manner {
                Manner::Disconnects => None,
                Manner::HalfLines => Some(Reply::Half(text)),
                Manner::Slow => Some(Reply::Bytewise(text)),
                Manner::Nonsense => Some(Reply::Line("OVLD".to_owned())),
                Manner::Negative => Some(Reply::Line(format!("-{MULTIMETER_AMPERES}"))),
                Manner::Endless => Some(Reply::Endless),
                Manner::Proper | Manner::Error => Some(Reply::Line(text)),
            }
        }
        _ => Some(Reply::Nothing),
    })
}
