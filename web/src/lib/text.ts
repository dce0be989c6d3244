import { t } from "@lingui/core/macro";

/** The characters that the node strips from names and titles, or refuses: the same rules as `actors/src/domain/text.rs`. */

/** Controls that embed, override or isolate a writing direction. In a name they would reverse the text beside it. */
const bidi = /[\u202A-\u202E\u2066-\u2069]/g;
const seen = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
const edges = /^\p{White_Space}+|\p{White_Space}+$/gu;

/** A name or a title as the node stores it. */
export const lineOf = (text: string): string => text.replace(bidi, "").replace(edges, "");

/** True if a text has nothing visible. */
export const isBlank = (text: string): boolean => !seen.test(text);

const titleChars = 500;

/** The message for a title that is too long for the node, which counts code points. Null if the title fits. */
export function titleTooLong(text: string): string | null {
  const count = Array.from(lineOf(text)).length;
  return count > titleChars ? t`Too long: ${count} of ${titleChars} characters` : null;
}
