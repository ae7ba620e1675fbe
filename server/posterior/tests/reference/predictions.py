"""Makes predictions.json: what NumPy and SciPy say about both posteriors.

Written from the formulas of the model, without a look at the Rust code: dense vectors and
matrices, exact rational sums for the means, SciPy's normal distribution and root finder.

    python predictions.py        (NumPy 2, SciPy 1.17)
"""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

ROOT = Path(__file__).parents[4]
MODELS = {
    "raspberry-pi-5": ROOT / "model-data" / "raspberry-pi-5.json",
    "instruction-fixture": ROOT / "tests" / "fixtures" / "models" / "instruction.json",
}
PROBABILITIES = [1e-6, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999, 0.999999]


def statement(*levels, times=1.0):
    counts = {level: times for level in levels}
    return {"counts": counts, "device_count": times, "n_noise": times}


PROGRAMS = {
    "raspberry-pi-5": {
        "long addition": statement("operation:addition", "data_type:long", "data_size:load"),
        "a billion long additions": statement(
            "operation:addition", "data_type:long", "data_size:load", times=1e9
        ),
        # A billion executions pull the two boards apart: two far modes.
        "nested sum, a saving of one declaration": {
            "counts": {
                "operation:addition": 2e6,
                "operation:variable_declaration": -1e6,
                "data_type:long": 1e6,
                "data_size:load": 1e6,
            },
            "device_count": 1e6,
            "n_noise": 2e6,
        },
        "calls and constants": {
            "counts": {
                "call_cell:static_call": 3.0,
                "call_cell:non_static_call": 0.5,
                "operation:return": 1.0,
                "data_type:int": 1.0,
                "data_size:constant": 1.0,
                "data_size:load": 0.5,
            },
            "device_count": 5.0,
            "n_noise": 5.0,
        },
        "large parts that nearly cancel": {
            "counts": {
                "operation:addition": 1e9,
                "operation:subtraction": -1130672395.0,
                "data_type:long": 1.0,
            },
            "device_count": 0.0,
            "n_noise": 1.0,
        },
        "nothing": {"counts": {}, "device_count": 0.0, "n_noise": 0.0},
    },
    "instruction-fixture": {
        "long addition": statement("ladd/load,load"),
        "loop of a hundred": {
            "counts": {
                "istore/constant": 1.0,
                "if_icmpge/load,load": 101.0,
                "iadd/load,load": 100.0,
                "iinc": 100.0,
                "goto": 100.0,
                "stays/int": -100.0,
                "ireturn": 1.0,
            },
            "device_count": 303.0,
            "n_noise": 403.0,
        },
        "a billion multiplications less what stays": {
            "counts": {"imul/load,load": 1e9, "iadd/nested,load": 1e9, "stays/int": -1e9},
            "device_count": 1e9,
            "n_noise": 2e9,
        },
        "nothing": {"counts": {}, "device_count": 0.0, "n_noise": 0.0},
    },
}

COMPARISONS = {
    "raspberry-pi-5": [
        (
            "addition against subtraction",
            statement("operation:addition", "data_type:int", "data_size:load"),
            statement("operation:subtraction", "data_type:int", "data_size:load"),
        ),
        (
            "two cheap levels, close together",
            statement("operation:f2d", "data_type:int", "data_size:load"),
            statement("operation:l2f", "data_type:int", "data_size:load"),
        ),
        (
            "one statement more, so that the boards differ",
            {
                "counts": {"operation:negation": 4.0, "data_type:int": 4.0, "data_size:load": 4.0},
                "device_count": 4.0,
                "n_noise": 4.0,
            },
            {
                "counts": {"operation:array_length": 3.0, "operation:negation": 1.0},
                "device_count": 5.0,
                "n_noise": 6.0,
            },
        ),
    ],
    "instruction-fixture": [
        (
            "addition against subtraction",
            statement("iadd/load,load"),
            statement("isub/load,load"),
        ),
        (
            "a large shared part cancels",
            {
                "counts": {"imul/load,load": 1e6, "iadd/load,load": 10.0},
                "device_count": 1000010.0,
                "n_noise": 1000010.0,
            },
            {
                "counts": {"imul/load,load": 1e6, "ladd/load,load": 8.0},
                "device_count": 1000008.0,
                "n_noise": 1000008.0,
            },
        ),
    ],
}


class Model:
    def __init__(self, path):
        file = json.loads(path.read_text(encoding="utf-8"))
        self.names = [feature["name"] for feature in file["features"]]
        self.means = [feature["mean_j"] for feature in file["features"]]
        sds = np.array([feature["sd_j"] for feature in file["features"]])
        rows = file["covariance"].get("rows_j2")
        self.covariance = np.array(rows) if rows else np.diag(sds**2)
        self.sigma = file["sigma"]["mean_j"]
        self.s = file["discrepancy"]
        self.tau = file.get("feature_discrepancy", 0.0)
        self.devices = [name for name in self.names if name.startswith("device:")]

    def vector(self, program, device):
        counts = dict(program["counts"])
        counts[device] = counts.get(device, 0.0) + program["device_count"]
        return [counts.get(name, 0.0) for name in self.names]

    def exact_mean(self, vector):
        return float(sum(Fraction(c) * Fraction(m) for c, m in zip(vector, self.means, strict=True)))

    def variance(self, vector):
        """cᵀ Cov c, exactly."""
        used = [i for i, c in enumerate(vector) if c != 0.0]
        return float(
            sum(
                Fraction(vector[i]) * Fraction(vector[j]) * Fraction(float(self.covariance[i, j]))
                for i in used
                for j in used
            )
        )

    def component(self, program, device):
        vector = self.vector(program, device)
        mean = self.exact_mean(vector)
        variance = self.variance(vector) + program["n_noise"] * self.sigma**2 + self.misfit(vector)
        return mean, float(np.sqrt(variance))

    def misfit(self, vector):
        """What the discrepancies of the whole and of each feature but the device add to the variance."""
        named = zip(self.names, vector, self.means, strict=True)
        parts = [c * mean for name, c, mean in named if name not in self.devices]
        return (self.s * self.exact_mean(vector)) ** 2 + self.tau**2 * sum(part**2 for part in parts)

    def selected(self, device):
        return self.devices if device == "any" else [f"device:{device}"]


def quantile(components, p):
    """Quantile of the equal mixture by Brent's method on the smaller tail."""
    means, sds = np.array(components).T
    if np.all(sds == 0.0):
        return float(means[0])
    ends = norm.ppf(p, means, sds)
    low, high = ends.min(), ends.max()
    if p > 0.5:
        def excess(x):
            return np.mean(norm.sf(x, means, sds)) - (1.0 - p)
    else:
        def excess(x):
            return p - np.mean(norm.cdf(x, means, sds))
    if low == high or excess(low) == 0.0:
        return float(low)
    slack = 1e-9 * sds.max()
    return float(brentq(excess, low - slack, high + slack, xtol=1e-30, rtol=1e-15))


def prediction(model, name, program, device):
    components = [model.component(program, feature) for feature in model.selected(device)]
    means, sds = np.array(components).T
    mean = float(np.mean(means))
    sd = float(np.sqrt(np.mean(sds**2 + (means - mean) ** 2)))
    at = mean + 0.7 * sd
    certain = bool(np.all(sds == 0.0))
    return {
        "name": name,
        "device": device,
        **program,
        "mean_j": mean,
        "sd_j": sd,
        "quantiles": [[p, quantile(components, p)] for p in PROBABILITIES],
        "at_j": at,
        "cdf": 1.0 if certain else float(np.mean(norm.cdf(at, means, sds))),
        "pdf_per_j": None if certain else float(np.mean(norm.pdf(at, means, sds))),
    }


def comparison(model, name, a, b, device):
    deltas = []
    for feature in model.selected(device):
        vector = [x - y for x, y in zip(model.vector(a, feature), model.vector(b, feature), strict=True)]
        mean = model.exact_mean(vector)
        deltas.append((mean, float(np.sqrt(model.variance(vector) + model.misfit(vector)))))
    means, sds = np.array(deltas).T
    mean = float(np.mean(means))
    return {
        "name": name,
        "device": device,
        "a": a,
        "b": b,
        "delta_mean_j": mean,
        "delta_sd_j": float(np.sqrt(np.mean(sds**2 + (means - mean) ** 2))),
        "p_greater": float(np.mean(norm.cdf(means / sds))),
        "execution_noise_sd_j": float(model.sigma * np.sqrt(a["n_noise"] + b["n_noise"])),
    }


def main():
    result = {}
    for name, path in MODELS.items():
        model = Model(path)
        devices = ["any", *(device.removeprefix("device:") for device in model.devices)]
        result[name] = {
            "predictions": [
                prediction(model, program, features, device)
                for program, features in PROGRAMS[name].items()
                for device in devices
            ],
            "comparisons": [
                comparison(model, *case, device) for case in COMPARISONS[name] for device in devices
            ],
        }
    target = Path(__file__).with_suffix(".json")
    target.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
