/** Numbers as the server writes them. */

const PREFIXES = ["p", "n", "µ", "m", "", "k", "M"] as const;

/** An energy in joules with three significant digits and an SI prefix, such as `40.2 nJ`. */
export function energy(joules: number): string {
  if (!Number.isFinite(joules)) {
    return "?";
  }
  if (joules === 0) {
    return "0 J";
  }
  // Rounding comes first: 999.9 nJ is 1.00 µJ.
  const rounded = Number(Math.abs(joules).toPrecision(3));
  const power = Math.floor(Math.log10(rounded) / 3 + 1e-9);
  const index = Math.min(Math.max(power + 4, 0), PREFIXES.length - 1);
  const value = rounded / 10 ** ((index - 4) * 3);
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${joules < 0 ? "-" : ""}${value.toFixed(digits)} ${PREFIXES[index]}J`;
}

/** A part of a whole, 0 to 1, in percent. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) {
    return "?";
  }
  const value = share * 100;
  if (value > 0 && value < 0.1) {
    return "<0.1%";
  }
  return `${value.toFixed(value >= 9.95 ? 0 : 1)}%`;
}

/** A count: a mean over paths, which may be fractional. */
export function count(value: number): string {
  return Number.isFinite(value) ? value.toLocaleString("en", { maximumSignificantDigits: 4 }) : "?";
}

/** A name of a class file as Java writes it: `java/util/Map$Entry` is `java.util.Map.Entry`. */
export function className(name: string): string {
  return name.replaceAll("/", ".").replaceAll("$", ".");
}

const CHARACTERS = new Intl.Segmenter();

/** The beginning of a text that may be too long to show. */
export function shortened(text: string, characters: number): string {
  const all = Array.from(CHARACTERS.segment(text), ({ segment }) => segment);
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join("")}…`;
}
