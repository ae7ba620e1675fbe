"""Makes statistics.json: what NumPy and SciPy say about the statistics of a comparison.

Written from the formulas of the model, without a look at the Rust code.

    python statistics.py        (NumPy 2, SciPy 1.17)
"""

import json
from pathlib import Path

import numpy as np
from scipy.stats import false_discovery_control, norm

HERE = Path(__file__).parent
MODEL = json.loads((HERE.parents[3] / "model-data" / "raspberry-pi-5.json").read_text())


def corrected():
    random = np.random.default_rng(20260301)
    families = [
        [0.01, 0.02, 0.03, 0.04, 0.05],
        [0.5],
        [1.0, 1.0],
        [0.0, 0.0, 0.9],
        [0.04, 0.001, 0.04, 0.2, 0.001, 0.99],
        list(random.uniform(size=40)),
        list(random.uniform(size=200) ** 4),
    ]
    return [
        {"p": list(map(float, p)), "adjusted": list(map(float, false_discovery_control(p, method="bh")))}
        for p in families
    ]


def comparisons():
    """P(head > base) of vectors of counts, on each device and on their mixture."""
    features = {feature["name"]: feature for feature in MODEL["features"]}
    devices = [name for name in features if name.startswith("device:")]
    names = list(features)
    covariance = np.diag([features[name]["sd_j"] ** 2 for name in names])
    means = np.array([features[name]["mean_j"] for name in names])
    cases = [
        ("one addition more", {"operation:addition": 1.0, "data_type:int": 1.0, "data_size:load": 1.0}, 1.0),
        ("a declaration for an addition", {"operation:variable_declaration": 1.0, "operation:addition": -1.0}, 0.0),
        ("a multiplication for an addition", {"operation:multiplication": 1.0, "operation:addition": -1.0}, 0.0),
        ("a thousand less", {"operation:addition": -1000.0, "data_type:int": -1000.0, "data_size:load": -1000.0}, -1000.0),
        ("doubles for ints", {"data_type:double": 10.0, "data_type:int": -10.0}, 0.0),
        ("doubles for ints, and one event more", {"data_type:double": 10.0, "data_type:int": -10.0}, 1.0),
    ]
    result = []
    for name, counts, device_count in cases:
        each = []
        deltas = []
        for device in devices:
            c = np.zeros(len(names))
            for feature, count in counts.items():
                c[names.index(feature)] += count
            c[names.index(device)] += device_count
            mean = float(c @ means)
            sd = float(np.sqrt(c @ covariance @ c + (MODEL["discrepancy"] * mean) ** 2))
            deltas.append(mean)
            each.append(float(norm.cdf(mean / sd)) if sd > 0 else 0.5)
        result.append(
            {
                "name": name,
                "counts": counts,
                "device_count": device_count,
                "delta": float(np.mean(deltas)),
                "p_greater": float(np.mean(each)),
            }
        )
    return result


document = {"benjamini_hochberg": corrected(), "comparisons": comparisons()}
(HERE / "statistics.json").write_text(json.dumps(document, indent=1) + "\n")
