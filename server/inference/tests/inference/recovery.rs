//! Whether a posterior recovers the truth behind the measurements.

use inference::{
    FailedDiagnostic, FitError, Priors, ProblemError, Settings, diagnostics, fit, quantile,
};

use crate::support::table_3;

#[test]
fn the_paper_s_campaign_is_recovered_and_every_diagnostic_passes() {
    let known = table_3(3, Priors::Scaled);
    let fit = fit(&known.problem, Settings::default()).unwrap();
    assert_eq!(fit.failures(), []);
    let mut covered = 0;
    for cell in &known.problem.cells {
        let truth: f64 = cell
            .counts
            .iter()
            .map(|(level, count)| known.levels[*level] * count)
            .sum();
        let draws = fit.linear(&cell.counts);
        let (low, high) = (
            quantile(&draws.concat(), 0.025),
            quantile(&draws.concat(), 0.975),
        );
        covered += usize::from(low <= truth && truth <= high);
    }
    // The cells share their levels, so one seed says little. Another test uses many seeds.
    assert!((300..=348).contains(&covered), "{covered} of 348 cells");
    let sigma = &fit.parameter("sigma").unwrap().summary;
    assert!(
        (sigma.mean - known.sigma).abs() < 4.0 * sigma.sd,
        "{sigma:?}"
    );
    // The published standard deviation of σ.
    assert!((sigma.sd / 7.316e-11 - 1.0).abs() < 0.1, "{}", sigma.sd);
    let addition = fit.parameter("level:operation:addition").unwrap().summary;
    assert!(
        (addition.mean - 2.95e-8).abs() < 4.0 * 4.5e-10,
        "{addition:?}"
    );

    // The covariance is that of the draws.
    let covariance = fit.covariance();
    assert!((covariance[0][0].sqrt() / fit.parameters[0].summary.sd - 1.0).abs() < 1e-9);
    let pair = fit.linear(&[(0, 1.0), (1, -1.0)]);
    let variance = covariance[0][0] + covariance[1][1] - 2.0 * covariance[0][1];
    let summary = diagnostics::QuantitySummary::of(&pair);
    assert!((variance.sqrt() / summary.sd - 1.0).abs() < 1e-9);
}

#[test]
fn the_same_seed_draws_the_same_whatever_the_threads() {
    let known = table_3(4, Priors::Scaled);
    let settings = Settings {
        tune: 60,
        draws: 60,
        repeats: 0,
        ..Settings::default()
    };
    let first = fit(&known.problem, settings).unwrap();
    let alone = fit(
        &known.problem,
        Settings {
            threads: 1,
            ..settings
        },
    )
    .unwrap();
    assert_eq!(first.parameters, alone.parameters);
    let other = fit(
        &known.problem,
        Settings {
            seed: 2,
            ..settings
        },
    )
    .unwrap();
    assert_ne!(first.parameters[0].draws, other.parameters[0].draws);
    // So few draws are not enough, and the checks say so.
    assert!(
        first
            .failures()
            .iter()
            .any(|failed| matches!(failed, FailedDiagnostic::Ess { .. }))
    );
}

#[test]
fn misfits_of_two_kinds_of_programs_are_told_from_the_noise_of_samples() {
    const SHARES: [f64; 2] = [0.2, 0.05];
    let mut known = table_3(5, Priors::Scaled);
    let mut noise = crate::support::Noise::new(50);
    for (index, cell) in known.problem.cells.iter_mut().enumerate() {
        cell.mean *= 1.0 + SHARES[index % 2] * noise.next();
        cell.misfit = Some(index % 2);
    }
    known.problem.misfits = vec!["far".to_owned(), "near".to_owned()];
    let fit = fit(&known.problem, Settings::default()).unwrap();
    assert_eq!(fit.failures(), []);
    for (name, share) in ["misfit:far", "misfit:near"].iter().zip(SHARES) {
        let misfit = fit.parameter(name).unwrap().summary;
        assert!(
            (misfit.mean - share).abs() < 4.0 * misfit.sd && misfit.sd < 0.02,
            "{name}: {misfit:?}"
        );
    }
    let sigma = fit.parameter("sigma").unwrap().summary;
    assert!((sigma.mean / known.sigma - 1.0).abs() < 0.03, "{sigma:?}");
}

#[test]
fn problems_that_cannot_be_fitted_say_why() {
    let good = table_3(6, Priors::Scaled).problem;
    let refusal = |change: &dyn Fn(&mut inference::Problem)| {
        let mut problem = good.clone();
        change(&mut problem);
        fit(&problem, Settings::default()).unwrap_err()
    };
    let problem = |error: ProblemError| FitError::Problem(error);
    assert_eq!(
        refusal(&|p| p.cells.clear()),
        problem(ProblemError::Empty { what: "cell" })
    );
    assert_eq!(
        refusal(&|p| p.groups.clear()),
        problem(ProblemError::Empty { what: "level" })
    );
    assert!(
        refusal(&|p| p.cells[7].mean = f64::NAN)
            .to_string()
            .contains("cell 7, mean: NaN")
    );
    assert!(
        refusal(&|p| p.cells[7].squares = -1.0)
            .to_string()
            .contains("sum of squares: -1")
    );
    assert!(
        refusal(&|p| p.cells[7].samples = 0.0)
            .to_string()
            .contains("number of samples: 0")
    );
    assert!(
        refusal(&|p| p.cells[7].events = 0.0)
            .to_string()
            .contains("number of events: 0")
    );
    assert!(
        refusal(&|p| p.cells[7].counts[0].0 = 999)
            .to_string()
            .contains("999")
    );
    assert!(
        refusal(&|p| p.cells[7].counts[0].1 = f64::INFINITY)
            .to_string()
            .contains("count: inf")
    );
    let constant = refusal(&|p| p.cells.iter_mut().for_each(|cell| cell.squares = 0.0));
    assert_eq!(constant, problem(ProblemError::NoNoise));
    let negative = refusal(&|p| p.cells.iter_mut().for_each(|cell| cell.mean = -1e-9));
    assert_eq!(negative, problem(ProblemError::NoUnit));
    let one = Settings {
        chains: 1,
        ..Settings::default()
    };
    assert!(
        fit(&good, one)
            .unwrap_err()
            .to_string()
            .contains("chains: 1")
    );
}
