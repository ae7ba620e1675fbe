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
for s, noise in [(0.1, 0.02), (0.02, 0.1), (0.3, 0.01)]:
    predicted = np.array(numbers(np.exp(random.normal(-16, 1, 50))))
    sd = noise * predicted
    measured = np.array(numbers(predicted * (1 + s * random.standard_normal(50)) + sd * random.standard_normal(50)))

    def loss(log_s):
        return -stats.norm.logpdf(measured, predicted, np.sqrt(sd**2 + (np.exp(log_s) * predicted) ** 2)).sum()

    # Minima far apart are told apart by the grid.
    grid = np.linspace(np.log(1e-6), np.log(10), 400)
    start = grid[np.argmin([loss(x) for x in grid])]
    found = optimize.minimize_scalar(loss, bounds=(start - 0.1, start + 0.1), method="bounded", options={"xatol": 1e-12})
    discrepancies.append(
        {
            "measured": measured.tolist(),
            "predicted": predicted.tolist(),
            "sd": sd.tolist(),
            "s": float(np.exp(found.x)) if found.fun < loss(-50) - 1e-9 else 0.0,
        }
    )

path = pathlib.Path(__file__).with_name("robust.json")
path.write_text(json.dumps({"locations": locations, "wilson": wilson, "discrepancies": discrepancies}) + "\n")
