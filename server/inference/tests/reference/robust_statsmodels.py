"""Makes robust.json: robust regression, Wilson intervals and discrepancies by statsmodels 0.15.0 and SciPy 1.17.1.

    python robust_statsmodels.py
"""

import json
import pathlib

import numpy as np
import statsmodels.api as sm
from scipy import optimize, stats
from statsmodels.stats.proportion import proportion_confint

random = np.random.default_rng(11)


def numbers(values):
    return [float(f"{value:.9g}") for value in values]


locations = []
for values in [
    random.standard_normal(30),
    np.concatenate([random.standard_normal(40), [8.0, 9.5, -30.0]]),
    4e-8 + 1e-9 * np.concatenate([random.standard_normal(45), [20, 21, 22, 23, 24]]),
    np.concatenate([random.standard_normal(12), [3.5, 4.0, 4.5]]),
]:
    values = np.array(numbers(values))
    scale = np.abs(values).max()
    norm = sm.robust.norms.TukeyBiweight(c=4.685)
    fit = sm.RLM(values / scale, np.ones((len(values), 1)), M=norm).fit(
        maxiter=1000, tol=1e-14, conv="coefs", start_params=[np.median(values / scale)]
    )
    locations.append(
        {
            "values": values.tolist(),
            "centre": float(fit.params[0] * scale),
            "scale": float(fit.scale * scale),
            "weights": [float(weight) for weight in fit.weights],
        }
    )

wilson = []
for hits, trials, confidence in [(0, 10, 0.95), (10, 10, 0.95), (180, 200, 0.95), (1, 3, 0.9), (340, 348, 0.99)]:
    low, high = proportion_confint(hits, trials, alpha=1 - confidence, method="wilson")
    wilson.append({"hits": hits, "trials": trials, "confidence": confidence, "low": float(low), "high": float(high)})

discrepancies = []
for s, tau, noise in [(0.1, 0.0, 0.02), (0.02, 0.0, 0.1), (0.0, 0.2, 0.01), (0.05, 0.15, 0.01)]:
    # The energy of a program comes from 1 to 40 features, of each of which it costs something else than usual.
    parts = [random.dirichlet(np.ones(random.integers(1, 41))) * np.exp(random.normal(-16, 1)) for _ in range(60)]
    predicted = np.array(numbers([part.sum() for part in parts]))
    squares = np.array(numbers([(part**2).sum() for part in parts]))
    sd = noise * predicted
    spread = np.sqrt((s * predicted) ** 2 + tau**2 * squares + sd**2)
    measured = np.array(numbers(predicted + spread * random.standard_normal(60)))

    def loss(variances):
        """Of s² and τ²."""
        of_program, of_feature = np.maximum(variances, 0.0)
        return -stats.norm.logpdf(
            measured, predicted, np.sqrt(sd**2 + of_program * predicted**2 + of_feature * squares)
        ).sum()

    # Minima far apart are told apart by where the search begins; its ends are looked at as well.
    found = min(
        (
            optimize.minimize(
                loss,
                [first, second],
                method="Nelder-Mead",
                bounds=[(0, 100), (0, 100)],
                options={"xatol": 1e-13, "fatol": 1e-13, "maxiter": 20000, "maxfev": 20000},
            )
            for first in [0.0, 1e-4, 1e-2]
            for second in [0.0, 1e-3, 1e-1]
        ),
        key=lambda result: result.fun,
    )
    of_program, of_feature = np.sqrt(np.maximum(found.x, 0.0))
    discrepancies.append(
        {
            "measured": measured.tolist(),
            "predicted": predicted.tolist(),
            "sd": sd.tolist(),
            "squares": squares.tolist(),
            "of_program": float(of_program),
            "of_feature": float(of_feature),
            "log_likelihood": float(-found.fun),
        }
    )

path = pathlib.Path(__file__).with_name("robust.json")
path.write_text(json.dumps({"locations": locations, "wilson": wilson, "discrepancies": discrepancies}) + "\n")
