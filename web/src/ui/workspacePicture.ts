import { hues, type Hue } from "./vocabulary";

/** What the icon of a workspace shows: letters on a colour, an emoji or other text, or a picture at an address. */
export type WorkspacePicture = { is: "letters"; letters: string; hue: Hue } | { is: "text"; text: string } | { is: "picture"; address: string };

/** Reads the stored text: "teal:AB" is letters on a colour. */
export function pictureIn(icon: string): WorkspacePicture {
  const [, hue, letters] = /^([a-z]+):(.{1,2})$/u.exec(icon) ?? [];
  const known = hues.find((each) => each === hue);
  if (known && letters !== undefined) return { is: "letters", letters, hue: known };
  return /^(https?:|\/)/.test(icon) ? { is: "picture", address: icon } : { is: "text", text: icon };
}

/** The stored text of letters on a colour. */
export const lettersOn = (hue: Hue, letters: string): string => `${hue}:${letters}`;

/** The first letters of the first two words of a name, in capitals. */
export const initials = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
