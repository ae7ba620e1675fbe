"""The prices that the default model transfers from another machine, computed with NumPy and SciPy.

An implementation apart from server/lab/src/transfer, from the same sources. Tests of `lab`, `posterior` and `pricing` contain what
it prints:

    python server/lab/reference/transfer_scipy.py
"""

import csv
import math
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize

SOURCES = Path(__file__).resolve().parents[3] / "model-data" / "sources"


def rows(name, delimiter):
    with open(SOURCES / name, newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def board():
    """Mean and variance of each level; a call cell is a sum of three, with the variance sigma^2 / 100."""
    table = {(row["category"], row["level"]): row for row in rows("raspberry-pi-5-table3.csv", ",")}
    levels = {key: (float(row["mean_j"]), float(row["sd_j"]) ** 2) for key, row in table.items()}
    sigma = levels[("residual", "sigma")][0]
    for call in ("static_call", "non_static_call"):
        parts = [("operation", call), ("data_type", "int"), ("data_size", "reference")]
        levels[("cell", call)] = (sum(levels[part][0] for part in parts), sigma**2 / 100)
    return levels


def log_costs(costs, parts):
    names = sorted({name for cost in costs for name in cost}, key=str)
    counts = np.array([[cost.get(name, 0.0) for name in names] for cost in costs])
    means = counts @ np.array([parts[name][0] for name in names])
    covariance = counts @ np.diag([parts[name][1] for name in names]) @ counts.T
    return np.log(means), covariance / np.outer(means, means)


def on_board(pattern):
    if pattern["data_size"] == "reference":
        counts = {("cell", pattern["operation"]): 1.0}
    else:
        counts = {(category, pattern[category]): 1.0 for category in ("operation", "data_type", "data_size")}
    return counts | {("device", f"device_{number}"): 0.5 for number in (1, 2)}


def in_campaign(pattern, parts):
    counts = defaultdict(float)
    for part in pattern["instructions"].split(" + "):
        *count, name = part.split(" ")
        counts[name if name in parts else name.split("/")[0]] += float(count[0]) if count else 1.0
    return counts


def main():
    patterns = rows("transfer-patterns.tsv", "\t")
    known = np.array([bool(pattern["data_size"]) for pattern in patterns])
    parts = {row["instruction"]: (float(row["mean_j"]), float(row["sd_j"]) ** 2) for row in rows("transfer-instructions.tsv", "\t")}
    campaign, noise = log_costs([in_campaign(pattern, parts) for pattern in patterns], parts)
    measured, covariance = log_costs([on_board(pattern) for pattern in patterns if pattern["data_size"]], board())
    noise[np.ix_(known, known)] += covariance
    ratios = measured - campaign[known]
    same = {
        name: np.array([[a[name] == b[name] for b in patterns] for a in patterns], float) for name in ("kind", "operation")
    }

    transferred = {pattern["kind"] for pattern in patterns if not pattern["data_size"]}
    is_transferred = np.array([pattern["kind"] in transferred for pattern in patterns])

    def total(effects):
        kind, operation, pattern, untransferred = np.square(effects)
        of_operations = np.where(is_transferred, operation, untransferred)[:, None]
        return noise + kind * same["kind"] + of_operations * same["operation"] + pattern * np.eye(len(patterns))

    def loss(logs):
        factor = cho_factor(total(np.exp(logs))[np.ix_(known, known)], lower=True)
        ones = np.ones(known.sum())
        precision = ones @ cho_solve(factor, ones)
        off = ratios - ones @ cho_solve(factor, ratios) / precision
        return np.log(np.diag(factor[0])).sum() + 0.5 * off @ cho_solve(factor, off) + 0.5 * math.log(precision)

    fit = minimize(loss, np.log([0.3, 0.4, 0.2, 0.4]), method="Nelder-Mead", options={"xatol": 1e-5, "fatol": 1e-7, "maxiter": 4000})
    print("effects that maximise the likelihood:", np.exp(fit.x).round(4), "log-likelihood", round(-fit.fun, 3))
    effects = np.exp(fit.x).round(2)
    covariance = total(effects)
    factor = cho_factor(covariance[np.ix_(known, known)], lower=True)
    ones = np.ones(known.sum())
    precision = ones @ cho_solve(factor, ones)
    mean = ones @ cho_solve(factor, ratios) / precision
    print("effects", effects, "ratio", math.exp(mean))
    shared = covariance[np.ix_(~known, known)]
    log_means = campaign[~known] + mean + shared @ cho_solve(factor, ratios - mean)
    unexplained = 1 - shared @ cho_solve(factor, ones)
    logs = covariance[np.ix_(~known, ~known)] - shared @ cho_solve(factor, shared.T)
    logs += np.outer(unexplained, unexplained) / precision
    joules = np.exp(log_means + np.diag(logs) / 2)
    sds = joules * np.sqrt(np.expm1(np.diag(logs)))
    names = [f"{pattern['form']}/{pattern['data_type']}" for pattern in patterns if not pattern["data_size"]]
    for name, mean, sd in zip(names, joules, sds):
        print(f'("{name}", {mean:.6e}, {sd:.6e}),')
    pair = [names.index("argument/int"), names.index("goto/int")]
    print("covariance of the logarithms of argument/int and goto/int", logs[*pair])
    of_sum(joules[pair], logs[np.ix_(pair, pair)])


def of_sum(joules, logs):
    """Moments and quantiles of two arguments, one goto and an independent normal part, from draws of the log-normal prices."""
    rng = np.random.default_rng(21)
    draws = rng.multivariate_normal(np.log(joules) - np.diag(logs) / 2, logs, size=20_000_000)
    total = np.exp(draws) @ [2.0, 1.0]
    print("two arguments and one goto, by draws: mean", total.mean(), "sd", total.std(), "third moment", ((total - total.mean()) ** 3).mean())
    print("    quantiles 5, 50, 95, 99%", np.quantile(total, [0.05, 0.5, 0.95, 0.99]))
    less = np.exp(draws) @ [1.0, -1.0]
    print("P(argument > goto), by draws:", (less > 0).mean())


if __name__ == "__main__":
    main()
