"""The numbers of the unit tests of `figures.rs` and `pairs.rs`, by NumPy, SciPy and statsmodels.

    pip install numpy scipy statsmodels && python reference.py
"""

import itertools

import numpy as np
import scipy.special
import scipy.stats
import statsmodels.api as sm
from statsmodels.stats.proportion import proportion_confint

clusters = np.array(list("aaaabbbccccccddefffggh"))
predicted = np.array([1.1, 2.3, 0.9, 4.0, 1.7, 3.3, 0.8, 2.2, 2.9, 5.1, 0.7, 1.9, 6.0, 1.4, 2.6, 3.8, 7.5, 0.6, 1.2, 2.4, 9.0, 1.5])
measured = np.array([1.0, 2.5, 1.0, 3.5, 2.4, 4.1, 1.0, 2.0, 2.8, 5.5, 0.8, 1.8, 5.7, 1.5, 2.5, 4.9, 9.9, 0.7, 1.1, 2.5, 8.1, 2.5])
covered = np.array([1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0])
ratio = predicted / measured
share = abs(ratio - 1)
factor = np.maximum(ratio, 1 / ratio)
print("share", np.quantile(share, 0.5), np.quantile(share, 0.9), (ratio - 1).mean())
print("factor", np.quantile(factor, 0.5), np.quantile(factor, 0.9), scipy.stats.gmean(ratio))
groups = np.unique(clusters, return_inverse=True)[1]
fit = sm.OLS(covered, np.ones(len(covered))).fit(cov_type="cluster", cov_kwds={"groups": groups})
p, variance = covered.mean(), fit.bse[0] ** 2
effective = p * (1 - p) / variance
print("coverage", p, variance, effective, proportion_confint(p * effective, effective, 0.05, "wilson"))
rng = np.random.default_rng(7)
members = [np.flatnonzero(groups == g) for g in range(groups.max() + 1)]
boot = []
for _ in range(200000):
    drawn = np.concatenate([members[g] for g in rng.integers(0, len(members), len(members))])
    boot.append((np.quantile(share[drawn], 0.5), np.quantile(share[drawn], 0.9), (ratio[drawn] - 1).mean()))
print("bootstrap", np.quantile(boot, [0.025, 0.975], axis=0).T)

edges = [1, 1.2, 1.5, 2, 4, np.inf]
for same in (False, True):
    rows = []
    for i, j in itertools.combinations(range(len(clusters)), 2):
        if (clusters[i] == clusters[j]) == same:
            r = predicted[i] / predicted[j]
            rows.append((max(r, 1 / r), (r >= 1) == (measured[i] >= measured[j]), i, j))
    bins = np.digitize([row[0] for row in rows], edges) - 1
    print("versions" if same else "unrelated")
    for b in range(5):
        inside = [row for row, at in zip(rows, bins) if at == b]
        if inside:
            print("   ", edges[b], len(inside), np.mean([row[0] for row in inside]), np.mean([row[1] for row in inside]))
    if not same:
        # Weighted by how often both clusters are drawn.
        boot = []
        ci = groups[[row[2] for row in rows]]
        cj = groups[[row[3] for row in rows]]
        right = np.array([row[1] for row in rows])
        b0 = bins == 0
        for _ in range(50000):
            times = np.bincount(rng.integers(0, len(members), len(members)), minlength=len(members))
            w = times[ci] * times[cj] * b0
            if w.sum():
                boot.append((w * right).sum() / w.sum())
        print("    bootstrap of the first bin", np.quantile(boot, [0.025, 0.975]))

# A probability by the logistic distribution of the logarithm of the ratio.
rows = []
for i, j in itertools.combinations(range(len(clusters)), 2):
    if clusters[i] != clusters[j]:
        p = scipy.special.expit(np.log(predicted[i] / predicted[j]) / 0.2)
        rows.append((max(p, 1 - p), (p >= 0.5) == (measured[i] >= measured[j])))
edges = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0000001]
bins = np.digitize([row[0] for row in rows], edges) - 1
print("probability")
for b in range(7):
    inside = [row for row, at in zip(rows, bins) if at == b]
    print("   ", edges[b], len(inside), np.mean([row[0] for row in inside]), np.mean([row[1] for row in inside]))
