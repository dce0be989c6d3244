import { useEffect, useState, type RefObject } from "react";
import type { SettingsSection } from "@/lib/settingsSections";
import { elementOf, type FoundSetting } from "./findSettings";

/** How long a setting may take to appear on its page, because some load their values first. */
const patience = 5_000;

/** Scrolls to a setting that was found, and moves the focus there, once its page shows it. */
export function useShownSetting(body: RefObject<HTMLElement | null>, current: SettingsSection | undefined): (setting: FoundSetting) => void {
  const [wanted, setWanted] = useState<FoundSetting | null>(null);
  useEffect(() => {
    const page = body.current;
    if (wanted === null || page === null || wanted.section !== current) return undefined;
    const show = () => {
      const found = elementOf(page, wanted.name);
      if (!found) return false;
      found.scrollIntoView({ block: wanted.isPage ? "end" : "center" });
      const control = found instanceof HTMLLabelElement ? found.control : null;
      if (!control) found.tabIndex = -1;
      (control ?? found).focus({ preventScroll: true });
      return true;
    };
    if (show()) return undefined;
    const watch = new MutationObserver(() => show() && watch.disconnect());
    watch.observe(page, { childList: true, subtree: true });
    const timer = setTimeout(() => watch.disconnect(), patience);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, [body, wanted, current]);
  return setWanted;
}
