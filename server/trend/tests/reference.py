"""Writes reference.json: the posterior of change points by brute force, with densities of SciPy.

Each of the 2^(n-1) ways to divide a curve is worth the prior of its boundaries (0.01 for one, 0.99 for none, at each value but the first)
times, for each segment, the density of its values: a multivariate t distribution, which the normal-inverse-gamma prior gives.

    python reference.py > reference.json      # needs SciPy
"""

import itertools
import json
import math
import random

import numpy as np
from scipy.special import logsumexp
from scipy.stats import multivariate_t

CHANGE, SHAPE, SCALE, WEIGHT = 0.01, 1.0, 2.5e-5, 1e-4


def log_density(values, centre):
    n = len(values)
    covariance = (np.eye(n) + np.ones((n, n)) / WEIGHT) * SCALE / SHAPE
    return multivariate_t.logpdf(values, loc=np.full(n, centre), shape=covariance, df=2 * SHAPE)


def reference(values):
    logs = np.log(values)
    centre, n = logs.mean(), len(values)
    density = {(i, j): log_density(logs[i:j], centre) for i in range(n) for j in range(i + 1, n + 1)}
    worths, boundaries = [], []
    for chosen in itertools.product([False, True], repeat=n - 1):
        cuts = [0, *[i + 1 for i, cut in enumerate(chosen) if cut], n]
        worth = sum(math.log(CHANGE if cut else 1 - CHANGE) for cut in chosen)
        worth += sum(density[pair] for pair in zip(cuts, cuts[1:]))
        worths.append(worth)
        boundaries.append([0.0, *map(float, chosen)])
    evidence = logsumexp(worths)
    weights = np.exp(np.array(worths) - evidence)
    return {"values": values, "log_evidence": float(evidence), "probabilities": (weights @ np.array(boundaries)).tolist()}


generator = random.Random(1)
curves = [
    [1e-6] * 8,
    [1e-6] * 5 + [1.05e-6] * 5,
    [1e-6, 1.001e-6, 1e-6, 2e-6, 2.002e-6, 1.999e-6, 1e-6, 1e-6],
    [generator.lognormvariate(-14, 0.01) for _ in range(12)],
    [1e-6 * (1 + 0.002 * i) for i in range(11)],
    [5e-3, 5.02e-3],
]
print(json.dumps([reference(curve) for curve in curves], indent=1))
