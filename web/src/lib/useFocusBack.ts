import { useCallback, useState } from "react";

interface Opened {
  open: boolean;
  /** The element that had the focus when the dialog opened. */
  from: Element | null;
}

/** Returns the `onCloseAutoFocus` of a dialog without a trigger button: the focus goes back to where it was. */
export function useFocusBack(open: boolean): (event: Event) => void {
  // Read during render, because a field of the dialog takes the focus as soon as it is mounted.
  const [opened, setOpened] = useState<Opened>({ open: false, from: null });
  if (opened.open !== open) setOpened({ open, from: open ? document.activeElement : opened.from });
  const { from } = opened;
  return useCallback(
    (event) => {
      event.preventDefault();
      const { activeElement } = document;
      // A page that the dialog opened may already have the focus.
      const lost = activeElement === null || activeElement === document.body;
      if (lost && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    },
    [from],
  );
}
