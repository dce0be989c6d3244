import { t } from "@lingui/core/macro";
import { ApiError, messageOf } from "@/api/error";
import { retryFailed } from "@/lib/later";
import { tellRefusal } from "@/ui/Toast";

/** True if the node or the network failed, so the same call may succeed later. */
export const isPassing = (thrown: unknown): boolean => thrown instanceof ApiError && (thrown.status === 0 || thrown.status === 429 || thrown.status >= 500 || thrown.status === 408);

/** True if trying again makes sense: the node has not refused the call itself. */
export const mayPass = (thrown: unknown): boolean => !(thrown instanceof ApiError) || thrown.code === "malformed" || isPassing(thrown);

/** Says what failed, until the person dismisses it, with a button that does it again. */
export const offerAgain = (text: string, again: () => unknown): void => tellRefusal(text, { name: t`Try again`, onClick: () => void again() });

/** Says why a request failed, until the person dismisses it. If the request may succeed later, a button makes it again. */
export function tellFailure(thrown: unknown, again: () => unknown, text = messageOf(thrown)): void {
  if (mayPass(thrown)) offerAgain(text, again);
  else tellRefusal(text);
}

/** Says that a part of the app did not load. The button fetches it again. */
export const tellNotLoaded = (again: () => unknown): void =>
  offerAgain(t`This couldn't be loaded. Check your connection, or reload the page.`, () => {
    retryFailed();
    again();
  });
