interface Named {
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
  email?: string | null;
}

/** How a person is called: their name, else their username, else what their address begins with. */
export function displayName(person: Named): string {
  const full = [person.firstname, person.lastname].filter(Boolean).join(" ").trim();
  return full || person.username || person.email?.split("@")[0] || "Somebody";
}

/** Two letters for an avatar: of first and last word, or the first two of a single one. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const [first = "", ...others] = words;
  const last = others.at(-1);
  const letters = last === undefined ? [...first].slice(0, 2) : [[...first][0] ?? "", [...last][0] ?? ""];
  return letters.join("").toLocaleUpperCase();
}

/** A workspace key that suits a name: initials of several words, else its first letters. */
export function suggestKey(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9\s]/g, "")
    .split(/\s+/)
    .filter(Boolean);
  const letters = words.length > 1 ? words.map((word) => word[0] ?? "").join("") : (words[0] ?? "").slice(0, 3);
  return letters
    .toUpperCase()
    .replace(/^[0-9]+/, "")
    .slice(0, 5);
}

/** "1 edit", "3 edits". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
