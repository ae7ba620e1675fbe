/** The colours of the heat map. */

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** Cividis, dark to light: its order is the same for every kind of colour vision. */
const SCALE: readonly [Colour, ...Colour[]] = [
  [87, 108, 155],
  [112, 122, 144],
  [137, 136, 131],
  [164, 151, 120],
  [205, 176, 95],
  [253, 231, 55],
];

/** How many colours a heat map has. */
export const STEPS = 11;

/** The step of a share of a method's energy. */
export function step(share: number): number {
  const clamped = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0;
  return Math.round(clamped * (STEPS - 1));
}

/** The colour of a step, interpolated in the scale. */
export function colour(index: number): Colour {
  const place = (Math.min(Math.max(index, 0), STEPS - 1) / (STEPS - 1)) * (SCALE.length - 1);
  const low = SCALE[Math.floor(place)] ?? SCALE[0];
  const high = SCALE[Math.ceil(place)] ?? SCALE[0];
  const part = place - Math.floor(place);
  const between = (channel: 0 | 1 | 2) =>
    Math.round(low[channel] + (high[channel] - low[channel]) * part);
  return [between(0), between(1), between(2)];
}

/** Whether an editor shows dark text on a light background or light text on a dark one. */
export type Ground = "light" | "dark";

/** The lowest and the highest opacity of a colour over the editor's background. */
const OPACITIES: Readonly<Record<Ground, readonly [number, number]>> = {
  // The scale ends in a light yellow, on which dark text stays readable but light text does not.
  light: [0.14, 0.7],
  dark: [0.14, 0.28],
};

/** The opacity of a colour over the editor's background: expensive lines stand out, and text stays readable. */
export function opacity(index: number, ground: Ground): number {
  const [least, most] = OPACITIES[ground];
  return least + ((most - least) * index) / (STEPS - 1);
}

/** A colour as CSS writes it. */
export function css([red, green, blue]: Colour, alpha: number): string {
  return `rgba(${red}, ${green}, ${blue}, ${alpha.toFixed(2)})`;
}
