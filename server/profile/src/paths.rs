//! The energy of paths through methods.

use std::collections::HashMap;

use crate::analysis::{Analysis, LineRow};
use crate::estimate::Estimate;
use crate::path_row::{CountedPath, PathRow};
use crate::record::Method;

impl Analysis {
    /// Sets the paths, the most expensive first. The energy of a line is divided among the paths in proportion to how often each
    /// reaches it. So a path's interval has the width of its lines' intervals together, and all paths have at most the energy
    /// of their method.
    pub fn set_paths(&mut self, counted: &[CountedPath]) {
        let mut reached: HashMap<(&Method, u32), f64> = HashMap::new();
        for path in counted {
            for line in &path.lines {
                *reached.entry((&path.method, *line)).or_default() += path.count as f64;
            }
        }
        let mut costs: HashMap<(&str, &str, u32), Vec<&LineRow>> = HashMap::new();
        for row in self.lines.iter().filter(|row| row.own.samples > 0) {
            if let (Some(line), Some(name)) = (row.line, self.name(row.method)) {
                let of_line = costs.entry((&name.class, &name.name, line));
                of_line.or_default().push(row);
            }
        }
        let mut rows = Vec::with_capacity(counted.len());
        for path in counted {
            let mut joules: Option<Estimate> = None;
            let mut share: Option<Estimate> = None;
            for line in &path.lines {
                let method = &path.method;
                let all = reached.get(&(method, *line)).copied().unwrap_or(0.0);
                let found = costs.get(&(&method.class, &method.name, *line));
                for row in found.into_iter().flatten() {
                    if all <= 0.0 || !self.is_of(row, method) {
                        continue;
                    }
                    let part = path.count as f64 / all;
                    share = Some(plus(share, row.own.share.scaled(part)));
                    if let Some(of_line) = row.own.joules {
                        joules = Some(plus(joules, of_line.scaled(part)));
                    }
                }
            }
            rows.push(PathRow {
                method: path.method.clone(),
                lines: path.lines.clone(),
                count: path.count,
                joules,
                share,
            });
        }
        let cost = |row: &PathRow| row.share.map_or(-1.0, |share| share.mean);
        rows.sort_by(|one, two| {
            let by_cost = cost(two).total_cmp(&cost(one));
            let by_count = two.count.cmp(&one.count);
            by_cost
                .then(by_count)
                .then_with(|| one.lines.cmp(&two.lines))
        });
        self.paths = rows;
    }

    /// Whether a line belongs to a method. Some samplers do not distinguish overloads.
    fn is_of(&self, row: &LineRow, method: &Method) -> bool {
        let name = self.name(row.method);
        name.is_some_and(|name| name.descriptor.is_none() || name.descriptor == method.descriptor)
    }
}

/// The sum of two estimates whose errors are the same way.
fn plus(sum: Option<Estimate>, more: Estimate) -> Estimate {
    let sum = sum.unwrap_or_default();
    Estimate {
        mean: sum.mean + more.mean,
        lo: sum.lo + more.lo,
        hi: sum.hi + more.hi,
    }
}
