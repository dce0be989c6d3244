import "./hues.css";
import styles from "./presence.module.css";

const HUES = 10;

/** The presence hue of a person, 1 to 10, equal on every machine. */
export function presenceHue(userId: string): number {
  // FNV-1a: ids are time-ordered, so their first characters alone would give a team one colour.
  let hash = 0x811c9dc5;
  for (let at = 0; at < userId.length; at += 1) hash = Math.imul(hash ^ userId.charCodeAt(at), 0x01000193);
  return ((hash >>> 0) % HUES) + 1;
}

/**
 * The class of the wash over a value that another person has just changed. It takes the person's colour and fades by
 * itself.
 */
export const flashClass = styles.flash ?? "";

/** The class that sets `--c` (solid), `--cs` (soft) and `--ct` (text on soft) to a person's colours. */
export function presenceClass(userId: string): string {
  return styles[`p${presenceHue(userId)}`] ?? "";
}
