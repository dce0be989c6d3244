import { t } from "@lingui/core/macro";
import { copy } from "./copy";

/** Shares an address: with the share sheet of a phone, otherwise on the clipboard. */
export async function share(url: string, title: string): Promise<void> {
  const onPhone = "share" in navigator && window.matchMedia("(pointer: coarse)").matches;
  if (!onPhone) return copy([url], t`Link copied`);
  try {
    await navigator.share({ url, title });
  } catch (thrown) {
    // Closing the share sheet is not a failure.
    if (!(thrown instanceof DOMException && thrown.name === "AbortError")) copy([url], t`Link copied`);
  }
}
