/** Moves positions through edits. */

interface Position {
  readonly line: number;
  readonly character: number;
}

/** An edit as VS Code reports it. */
export interface Change {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly text: string;
}

/**
 * The position after simultaneous changes, whose ranges refer to the text before. A position inside replaced text moves
 * to its start.
 */
export function moved(position: Position, changes: readonly Change[]): Position {
  const before = changes
    .filter(({ range }) => isBefore(range.start, position))
    .toSorted((one, other) => (isBefore(one.range.start, other.range.start) ? 1 : -1));
  // From the last to the first, so that no change moves the range of a later one.
  return before.reduce<Position>((place, { range, text }) => {
    if (isBefore(place, range.end)) {
      return range.start;
    }
    const lines = text.split(/\r\n|\r|\n/);
    const last = lines.at(-1)?.length ?? 0;
    const line = place.line + lines.length - 1 - (range.end.line - range.start.line);
    if (place.line !== range.end.line) {
      return { line, character: place.character };
    }
    const start = lines.length === 1 ? range.start.character : 0;
    return { line, character: place.character - range.end.character + last + start };
  }, position);
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
