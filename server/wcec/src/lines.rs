//! What a line executes: each of its instructions once, on the most expensive path through the line.

use crate::analysis::Scratch;
use crate::method::MethodInput;
use crate::scratch::{LineScratch, Segment, Weight};
use flow::Flow;
use std::ops::Range;

/// The most steps over all lines of a method; the lines left after that count everything on them.
const MAX_STEPS: usize = 1 << 22;

/// The path begins here.
const START: u32 = u32::MAX;

/// For each line, in ascending order, the units on the most expensive path through it, as ascending indices into
/// [`MethodInput::priced`].
///
/// Instead of the edges back to a loop's header, a path takes the edges out of the loop. So the head of a `for` shows its
/// initialization, one test and one update. Of a branch on one line the more expensive side counts, and of the copies that
/// the compiler makes of one `finally` body only one.
pub fn line_units(input: &MethodInput<'_>, scratch: &mut Scratch) -> Vec<(u32, Vec<u32>)> {
    let Scratch { flow, lines, .. } = scratch;
    let paths_known = flow.refill(input.code).is_ok();
    if paths_known {
        flow.find_order();
    }
    lines.find_places(input, paths_known.then_some(flow));
    let mut steps_left = MAX_STEPS;
    let mut result = Vec::new();
    let mut rest = 0..lines.places.len();
    while let Some((line, ..)) = lines.places.get(rest.start).copied() {
        let end =
            rest.start + lines.places[rest.clone()].partition_point(|(other, ..)| *other == line);
        let mut units: Vec<u32> = Vec::new();
        let in_one_block = lines.places[rest.start].1 == lines.places[end - 1].1;
        let all = in_one_block
            || !lines.costliest_way(input, flow, rest.start..end, &mut steps_left, &mut units);
        if all {
            let places = &lines.places[rest.start..end];
            units.extend(places.iter().map(|(_, _, unit)| *unit));
        }
        units.sort_unstable();
        result.push((line, units));
        rest.start = end;
    }
    result
}

impl LineScratch {
    /// Sorts the units by line and block. If the paths are unknown, all units count as one block.
    fn find_places(&mut self, input: &MethodInput<'_>, flow: Option<&mut Flow>) {
        let flow = flow.map(|flow| &*flow);
        self.places.clear();
        let mut last = None;
        for (index, unit) in input.priced.iter().enumerate() {
            let position = match flow {
                None => 0,
                Some(flow) => match flow.block_of(unit.instruction) {
                    Some(block) if flow.is_reachable(block) => flow.position(block) as u32,
                    _ => continue,
                },
            };
            let line = match last {
                Some((instruction, line)) if instruction == unit.instruction => line,
                _ => input.code.line_of(unit.instruction),
            };
            last = Some((unit.instruction, line));
            if let Some(line) = line {
                self.places.push((line, position, index as u32));
            }
        }
        self.places.sort_unstable();
    }

    /// Finds the units on the most expensive path through the line with these places. False if no path costs anything, or
    /// if that would take more steps than are left.
    fn costliest_way(
        &mut self,
        input: &MethodInput<'_>,
        flow: &Flow,
        places: Range<usize>,
        steps_left: &mut usize,
        units: &mut Vec<u32>,
    ) -> bool {
        let first = self.places[places.start].1;
        let last = self.places[places.end - 1].1;
        let length = (last - first) as usize + 1;
        if *steps_left < length {
            return false;
        }
        self.find_segments(input, places);
        self.weights.clear();
        self.weights.resize(length, (0.0, 0));
        self.best.clear();
        self.best.resize(length, (0.0, 0));
        self.from.clear();
        self.from.resize(length, START);
        for segment in &self.segments {
            self.weights[(segment.position - first) as usize] = segment.weight;
        }
        let mut most_expensive = (0.0, 0);
        let mut end = START;
        for at in 0..length {
            let sum = (
                self.best[at].0 + self.weights[at].0,
                self.best[at].1 + self.weights[at].1,
            );
            if sum > most_expensive {
                most_expensive = sum;
                end = at as u32;
            }
            let block = flow.order()[first as usize + at] as usize;
            for edge in flow.successors(block) {
                if flow.position(edge.block()) > first as usize + at {
                    self.lead_on(flow, edge.block(), first, at, sum);
                } else {
                    // Instead of back to the header, continue where its test leaves the loop.
                    let behind = flow.successors(edge.block());
                    *steps_left = steps_left.saturating_sub(behind.len());
                    for edge in behind {
                        self.lead_on(flow, edge.block(), first, at, sum);
                    }
                }
            }
            *steps_left = steps_left.saturating_sub(1 + flow.successors(block).len());
            if *steps_left == 0 {
                return false;
            }
        }
        if end == START {
            return false;
        }
        let mut segments = self.segments.iter().rev().peekable();
        while end != START {
            let position = first + end;
            while segments
                .next_if(|segment| segment.position > position)
                .is_some()
            {}
            if let Some(segment) = segments.next_if(|segment| segment.position == position) {
                let places = &self.places[segment.places.clone()];
                units.extend(places.iter().map(|(_, _, unit)| *unit));
            }
            end = self.from[end as usize];
        }
        true
    }

    /// Continues the path to the block at place `at` of the range to another block, if that one comes later.
    fn lead_on(&mut self, flow: &Flow, block: usize, first: u32, at: usize, sum: Weight) {
        let Some(to) = flow.position(block).checked_sub(first as usize) else {
            return;
        };
        if to > at && to < self.best.len() && sum > self.best[to] {
            self.best[to] = sum;
            self.from[to] = at as u32;
        }
    }

    fn find_segments(&mut self, input: &MethodInput<'_>, places: Range<usize>) {
        self.segments.clear();
        for at in places {
            let (_, position, index) = self.places[at];
            let unit = &input.priced[index as usize];
            let mean = input.means.get(usize::from(unit.pattern.0)).unwrap_or(&0.0) * unit.count;
            match self.segments.last_mut() {
                Some(segment) if segment.position == position => {
                    segment.places.end = at + 1;
                    segment.weight.0 += mean;
                    segment.weight.1 += 1;
                }
                _ => self.segments.push(Segment {
                    position,
                    places: at..at + 1,
                    weight: (mean, 1),
                }),
            }
        }
    }
}
