//! Stacks whose lowest callers are missing, because samplers only keep so many frames.

/// With a smaller part of such stacks, energies with callees hardly change.
const LEAST_PART: f64 = 0.005;

/// The stacks of a JVM's samples.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CutStacks {
    all: usize,
    cut: usize,
    deepest: usize,
}

impl CutStacks {
    /// Adds the stack of a sample.
    pub(crate) fn add(&mut self, frames: usize, is_cut: bool) {
        self.all += 1;
        if is_cut {
            self.cut += 1;
            self.deepest = self.deepest.max(frames);
        }
    }

    /// What is wrong in the profile, if there are many.
    pub(crate) fn problem(&self, pid: u32) -> Option<String> {
        let part = self.cut as f64 / self.all.max(1) as f64;
        (part >= LEAST_PART).then(|| {
            format!(
                "the virtual machine {pid}: {:.1}% of the samples have stacks with more than {} frames, whose lowest callers are unknown: these callers have more energy with callees than shown",
                100.0 * part,
                self.deepest
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::CutStacks;

    #[test]
    fn many_stacks_without_their_callers_are_told() {
        let mut stacks = CutStacks::default();
        assert_eq!(stacks.problem(1), None);
        for _ in 0..980 {
            stacks.add(3, false);
        }
        for _ in 0..4 {
            stacks.add(64, true);
        }
        assert_eq!(stacks.problem(1), None);
        for _ in 0..16 {
            stacks.add(64, true);
        }
        let told = stacks.problem(4711).unwrap();
        assert!(
            told.contains("4711: 2.0% of the samples have stacks with more than 64 frames"),
            "{told}"
        );
    }
}
