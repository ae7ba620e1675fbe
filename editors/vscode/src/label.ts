/** Text from a project in labels of VS Code, which turn `$(name)` into icons. */

/** A text without icons. The server has already made hidden characters visible. */
export function label(text: string): string {
  return text.replaceAll("$(", "$ (");
}
