/** The name that is being typed: the text after an `@` before the caret, and the place of the `@`. */
export interface TypedName {
  from: number;
  name: string;
}

/** The name at the caret; null if the person types something else. `ui/markdownText` finds mentions by the same rule. */
export function typedName(text: string, caret: number): TypedName | null {
  const match = /(?:^|[^\w/#@&.-])@([\w.-]{0,64})$/.exec(text.slice(0, caret));
  return match ? { from: caret - (match[1] ?? "").length - 1, name: (match[1] ?? "").toLowerCase() } : null;
}

/** The text with a chosen name in place of the typed one, and the place of the caret behind it. */
export function withName(text: string, caret: number, typed: TypedName, username: string): { text: string; caret: number } {
  const rest = text.slice(caret);
  const said = `@${username}${/^\s/.test(rest) ? "" : " "}`;
  return { text: text.slice(0, typed.from) + said + rest, caret: typed.from + said.length + (/^\s/.test(rest) ? 1 : 0) };
}
