//! The live table of `jouled top`.

use super::rows::{SortBy, TopRow, TopRows, TopView, callers, rows, summary};
use crate::profile::INTERRUPTED;
use anyhow::{Context, Result, bail};
use profile::{Analysis, AnalysisOptions, MethodIndex, analyse};
use profiler::Live;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Row, Table, TableState};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

/// How soon new samples and signals are noticed.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

const KEYS: &str =
    " q quit  Tab methods/threads/rest  s sort  / filter  ↑↓ select  Enter callers  p pause";

/// What the user sees and has selected.
struct State {
    analysis: Option<Analysis>,
    shown: TopRows,
    chosen: TableState,
    /// The method of the selected row.
    method: Option<MethodIndex>,
    is_filtering: bool,
    is_paused: bool,
    has_callers: bool,
    /// Why there are no new samples.
    end: Option<String>,
}

/// Shows the table until the user ends it.
pub(super) fn run(mut live: Live, every: Duration, options: &AnalysisOptions) -> Result<()> {
    let terminal =
        ratatui::try_init().context("there is no terminal for the table; use --batch")?;
    // Dropping it would write to standard error if the terminal was closed, which is closed as well.
    let mut terminal = ManuallyDrop::new(terminal);
    let is_over = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let over = || is_over.load(Ordering::Relaxed);
            let sender = sender;
            while !over() {
                let next = live.watch(every, over);
                let is_last = !matches!(next, Ok(Some(_)));
                let told = next.map(|profile| profile.map(|profile| analyse(&profile, options)));
                if sender
                    .send(told.map_err(|error| error.to_string()))
                    .is_err()
                    || is_last
                {
                    break;
                }
            }
            // Detach from the process before the shell gets the terminal back.
            drop(live);
        });
        let shown = watch(&mut terminal, &receiver);
        is_over.store(true, Ordering::Relaxed);
        // These fail if the terminal was closed.
        let _ = terminal.show_cursor();
        let _ = ratatui::try_restore();
        shown
    })
}

type Told = std::result::Result<Option<Analysis>, String>;

/// The events of the terminal. If it is closed, reading it may never return, so a thread of its own does that.
fn events_of_terminal() -> Receiver<Event> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        while let Ok(event) = event::read() {
            if sender.send(event).is_err() {
                break;
            }
        }
    });
    receiver
}

fn watch(terminal: &mut ratatui::DefaultTerminal, receiver: &Receiver<Told>) -> Result<()> {
    let events = events_of_terminal();
    let mut state = State {
        analysis: None,
        shown: TopRows {
            view: TopView::Methods,
            sort: SortBy::Own,
            filter: String::new(),
        },
        chosen: TableState::default(),
        method: None,
        is_filtering: false,
        is_paused: false,
        has_callers: false,
        end: None,
    };
    while !INTERRUPTED.is_set() {
        match receiver.try_recv() {
            Ok(Ok(Some(analysis))) if !state.is_paused => state.analysis = Some(analysis),
            Ok(Ok(Some(_))) | Err(TryRecvError::Empty) => {}
            Ok(Ok(None)) => state.end = Some("the process has ended".to_owned()),
            Ok(Err(error)) => state.end = Some(error),
            Err(TryRecvError::Disconnected) => {
                state.end.get_or_insert_with(|| "no new samples".to_owned());
            }
        }
        terminal.draw(|frame| state.draw(frame))?;
        match events.recv_timeout(LONGEST_WAIT) {
            Ok(Event::Key(key)) if key.kind == KeyEventKind::Press => {
                if state.press(key) {
                    break;
                }
            }
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("the terminal can no longer be read"),
        }
    }
    Ok(())
}

impl State {
    fn rows(&self) -> Vec<TopRow> {
        self.analysis
            .as_ref()
            .map(|analysis| rows(analysis, &self.shown))
            .unwrap_or_default()
    }

    /// Handles a key press. Returns true if it ends the table.
    fn press(&mut self, key: KeyEvent) -> bool {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return true;
        }
        if self.is_filtering {
            match key.code {
                KeyCode::Enter => self.is_filtering = false,
                KeyCode::Esc => {
                    self.is_filtering = false;
                    self.shown.filter.clear();
                }
                KeyCode::Backspace => {
                    self.shown.filter.pop();
                }
                KeyCode::Char(letter) => self.shown.filter.push(letter),
                _ => {}
            }
            return false;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return true,
            KeyCode::Tab | KeyCode::Right => self.turn(1),
            KeyCode::BackTab | KeyCode::Left => self.turn(2),
            KeyCode::Char('s') => {
                self.shown.sort = match self.shown.sort {
                    SortBy::Own => SortBy::WithCalls,
                    SortBy::WithCalls => SortBy::Own,
                };
            }
            KeyCode::Char('/') => self.is_filtering = true,
            KeyCode::Char('p') => self.is_paused = !self.is_paused,
            KeyCode::Down => self.choose(TableState::select_next),
            KeyCode::Up => self.choose(TableState::select_previous),
            KeyCode::Enter => self.has_callers = !self.has_callers,
            _ => {}
        }
        false
    }

    fn choose(&mut self, step: fn(&mut TableState)) {
        step(&mut self.chosen);
        let chosen = self.chosen.selected();
        self.method = chosen.and_then(|at| self.rows().get(at)?.method);
    }

    fn turn(&mut self, steps: usize) {
        const VIEWS: [TopView; 3] = [TopView::Methods, TopView::Threads, TopView::Parts];
        let now = VIEWS
            .iter()
            .position(|view| *view == self.shown.view)
            .unwrap_or_default();
        self.shown.view = VIEWS[(now + steps) % VIEWS.len()];
        self.chosen.select(None);
        self.method = None;
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let rows = self.rows();
        // The selection follows its method.
        if let Some(place) = self
            .method
            .and_then(|method| rows.iter().position(|row| row.method == Some(method)))
        {
            self.chosen.select(Some(place));
        }
        let callers = self.callers(&rows);
        let parts = Layout::vertical([
            Constraint::Length(2),
            Constraint::Min(3),
            Constraint::Length(callers.len() as u16),
            Constraint::Length(1),
        ]);
        let [head, body, below, foot] = parts.areas(frame.area());
        let title = match (&self.end, &self.analysis) {
            (Some(end), _) => end.clone(),
            (None, Some(analysis)) => summary(analysis),
            (None, None) => "waiting for the first samples".to_owned(),
        };
        let paused = if self.is_paused { " (paused)" } else { "" };
        let filter = match (&*self.shown.filter, self.is_filtering) {
            ("", false) => String::new(),
            (filter, is_open) => format!("filter: {filter}{}", if is_open { "_" } else { "" }),
        };
        frame.render_widget(
            Paragraph::new(vec![
                Line::from(format!("{title}{paused}")),
                Line::from(filter),
            ]),
            head,
        );
        let names = match (self.shown.view, self.shown.sort) {
            (TopView::Methods, SortBy::Own) => ["own code ▾", "of Java", "with callees", "method"],
            (TopView::Methods, SortBy::WithCalls) => {
                ["own code", "of Java", "with callees ▾", "method"]
            }
            (TopView::Threads, _) => ["energy ▾", "of all", "CPU time", "thread"],
            (TopView::Parts, _) => ["energy ▾", "of all", "CPU time", "used for"],
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let lines = rows.iter().map(|row| {
            Row::new([
                format!("{:>11}", row.own),
                format!("{:>8}", row.share),
                format!("{:>12}", row.total),
                row.name.clone(),
            ])
        });
        let widths = [
            Constraint::Length(11),
            Constraint::Length(8),
            Constraint::Length(12),
            Constraint::Fill(1),
        ];
        let header = Row::new([
            format!("{:>11}", names[0]),
            format!("{:>8}", names[1]),
            format!("{:>12}", names[2]),
            names[3].to_owned(),
        ]);
        let table = Table::new(lines, widths)
            .header(header.style(bold))
            .row_highlight_style(Style::new().add_modifier(Modifier::REVERSED));
        frame.render_stateful_widget(table, body, &mut self.chosen);
        frame.render_widget(Paragraph::new(callers), below);
        frame.render_widget(
            Paragraph::new(KEYS).style(Style::new().add_modifier(Modifier::DIM)),
            foot,
        );
    }

    /// The callers of the selected method.
    fn callers(&self, rows: &[TopRow]) -> Vec<Line<'static>> {
        let chosen = self.chosen.selected().and_then(|at| rows.get(at));
        let method = chosen
            .and_then(|row| row.method)
            .filter(|_| self.has_callers);
        let Some((method, analysis)) = method.zip(self.analysis.as_ref()) else {
            return Vec::new();
        };
        let mut lines = vec![Line::from("called by")];
        for (name, share) in callers(analysis, method).into_iter().take(8) {
            lines.push(Line::from(format!("{:>10.1}%  {name}", 100.0 * share)));
        }
        lines
    }
}
