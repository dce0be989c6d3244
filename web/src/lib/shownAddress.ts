/** An address as it is shown: without a name and a password. */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { username, password } = new URL(url);
  if (username === "" && password === "") return url;
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}
