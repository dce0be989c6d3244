/** The code in the address of the page; null if there is no code, or more than one. */
export function codeIn(search: string): string | null {
  const [code, second] = new URLSearchParams(search).getAll("user_code");
  return code === undefined || code.trim() === "" || second !== undefined ? null : code.trim();
}
