import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { retryFailed } from "@/lib/later";
import { tellRefusal } from "./Toast";

interface NotLoadedProps {
  open: boolean;
  onClose: () => void;
}

/** Stands in for a surface that failed to load: shows a toast and closes the surface. The next attempt fetches it again. */
export function NotLoaded({ open, onClose }: NotLoadedProps) {
  useEffect(() => {
    if (!open) return;
    tellRefusal(t`This couldn't be loaded. Check your connection, or reload the page.`, {
      name: t`Reload`,
      onClick: () => window.location.reload(),
    });
    retryFailed();
    onClose();
  }, [open, onClose]);
  return null;
}
