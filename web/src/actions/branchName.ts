/** The most characters of a title in the name of a branch. */
const most = 60;

/** A text as ASCII words in lower case, joined by hyphens. Letters without an ASCII form end a word. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** The name of a Git branch for a ticket: `username/key-title`, and without the title if that has no Latin letters. */
export function branchName(username: string, key: string, title: string): string {
  const words = wordsOf(title);
  // The cut is at the end of a word, unless the first word is too long.
  const cut = words.length > most ? words.slice(0, Math.max(words.lastIndexOf("-", most), 0) || most) : words;
  const name = [key.toLowerCase(), ...(/[a-z]/.test(cut) ? [cut] : [])].join("-");
  const owner = wordsOf(username);
  return owner === "" ? name : `${owner}/${name}`;
}
