import { t } from "@lingui/core/macro";
interface Named {
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
  email?: string | null;
}

/** The name of a person, else the username, else the start of the address. */
export function displayName(person: Named): string {
  const full = [person.firstname, person.lastname].filter(Boolean).join(" ").trim();
  return full || person.username || person.email?.split("@")[0] || t`Someone`;
}

/** Two letters for an avatar: the initials of the first and last word, or the first two letters of a single word. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const [first = "", ...others] = words;
  const last = others.at(-1);
  const letters = last === undefined ? [...first].slice(0, 2) : [[...first][0] ?? "", [...last][0] ?? ""];
  return letters.join("").toLocaleUpperCase();
}

const KEY = /^[A-Z][A-Z0-9]{1,5}$/;

/** Two to six capitals or digits, a letter first. MY is reserved for private tickets. */
export function isKey(key: string): boolean {
  return KEY.test(key) && key !== "MY";
}

/** The key that the node would give to a workspace of this name; empty if the node would have to invent one. */
export function suggestKey(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/[^A-Za-z0-9]/g, "").toUpperCase())
    .filter(Boolean);
  const initials = words
    .map((word) => word[0] ?? "")
    .join("")
    .slice(0, 4);
  return [words[0]?.slice(0, 4) ?? "", initials].find(isKey) ?? "";
}
