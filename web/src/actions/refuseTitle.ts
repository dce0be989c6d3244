import { titleTooLong } from "@/lib/text";
import { tellRefusal } from "@/ui/Toast";

/** Tells the count of characters of a title that is too long, and returns true. Such a title stays in its field, to be shortened. */
export function refuseTitle(text: string): boolean {
  const long = titleTooLong(text);
  if (long !== null) tellRefusal(long);
  return long !== null;
}
