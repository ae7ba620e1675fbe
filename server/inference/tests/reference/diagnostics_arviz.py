"""Makes diagnostics.json: draws of many kinds and what ArviZ 0.23.4 says of them.

    python diagnostics_arviz.py
"""

import json
import pathlib

import arviz as az
import numpy as np

random = np.random.default_rng(7)


def autoregressive(rho, chains=4, draws=100):
    noise = random.standard_normal((chains, draws))
    values = np.empty_like(noise)
    values[:, 0] = noise[:, 0]
    for t in range(1, draws):
        values[:, t] = rho * values[:, t - 1] + np.sqrt(1 - rho**2) * noise[:, t]
    return values


SETS = {
    "independent": random.standard_normal((4, 100)),
    "in joules": 4e-8 + 1e-10 * random.standard_normal((4, 100)),
    "slow": autoregressive(0.9),
    "very slow": autoregressive(0.995, draws=60),
    "antithetic": autoregressive(-0.7),
    "chains apart": random.standard_normal((4, 80)) + np.arange(4)[:, None],
    "one chain wide": random.standard_normal((4, 80)) * np.array([1, 1, 1, 5])[:, None],
    "heavy tails": random.standard_cauchy((4, 100)),
    "ties": random.integers(0, 4, (4, 100)).astype(float),
    "odd length": autoregressive(0.5, draws=51),
    "two chains": autoregressive(0.3, chains=2, draws=70),
    "near a bound": np.exp(random.standard_normal((4, 100)) * 2),
    "shortest": random.standard_normal((4, 4)),
}

result = {}
for name, draws in SETS.items():
    draws = np.array([[float(f"{value:.9g}") for value in chain] for chain in draws])
    result[name] = {
        "draws": draws.tolist(),
        "mean": float(draws.mean()),
        "sd": float(draws.std(ddof=1)),
        "rhat": float(az.rhat(draws)),
        "ess_bulk": float(az.ess(draws, method="bulk")),
        "ess_tail": float(az.ess(draws, method="tail")),
        "ess_mean": float(az.ess(draws, method="mean")),
        "mcse_mean": float(np.squeeze(az.mcse(draws, method="mean"))),
        "e_bfmi": [float(value) for value in az.bfmi(draws)],
    }
text = json.dumps(result)
pathlib.Path(__file__).with_name("diagnostics.json").write_text(text.replace('], "mean"', '],\n "mean"') + "\n")
