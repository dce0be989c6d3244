import { autoUpdate, computePosition, flip, offset, shift } from "@floating-ui/dom";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Keys } from "./Keys";
import styles from "./Tooltip.module.css";

/** The delay before a tip shows, and the time after a tip in which the next one shows at once. */
const restMs = 400;
const skipMs = 300;

const tipOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;

/** The element whose tip is shown: the hovered or the focused one. */
function useTipped(): HTMLElement | null {
  const [tipped, setTipped] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let shown: HTMLElement | null = null;
    let over: HTMLElement | null = null;
    let hiddenAt = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (element: HTMLElement | null) => {
      clearTimeout(timer);
      if (shown !== null && element === null) hiddenAt = performance.now();
      shown = element;
      setTipped(element);
    };
    const hide = () => show(null);
    const enter = ({ target, pointerType }: PointerEvent) => {
      const element = tipOf(target);
      if (element === over) return;
      over = element;
      const atOnce = shown !== null || performance.now() - hiddenAt < skipMs;
      show(null);
      if (element === null || pointerType === "touch") return;
      if (atOnce) show(element);
      else timer = setTimeout(() => element.isConnected && show(element), restMs);
    };
    const focus = ({ target }: FocusEvent) => {
      const element = tipOf(target);
      if (element?.matches(":focus-visible")) show(element);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", enter);
    document.addEventListener("pointerdown", hide, true);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    document.addEventListener("keydown", press, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", enter);
      document.removeEventListener("pointerdown", hide, true);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("scroll", hide, { capture: true });
      document.removeEventListener("keydown", press, true);
    };
  }, []);
  return tipped;
}

/** The page's only tooltip. It shows beside any element with `data-tip`. */
export function Tips() {
  const tipped = useTipped();
  const tip = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = tip.current;
    if (tipped === null || shown === null) return undefined;
    // A tip that equals the element's accessible name is not announced again.
    const describes = tipped.getAttribute("aria-label") !== tipped.dataset.tip && !tipped.hasAttribute("aria-describedby");
    if (describes) tipped.setAttribute("aria-describedby", id);
    const place = async () => {
      const { x, y } = await computePosition(tipped, shown, {
        strategy: "fixed",
        placement: (tipped.dataset.tipSide as "top" | undefined) ?? "bottom",
        middleware: [offset(6), flip(), shift({ padding: 8 })],
      });
      Object.assign(shown.style, { left: `${x}px`, top: `${y}px`, visibility: tipped.isConnected ? "visible" : "hidden" });
    };
    const stop = autoUpdate(tipped, shown, () => void place());
    return () => {
      stop();
      if (describes) tipped.removeAttribute("aria-describedby");
    };
  }, [tipped, id]);
  if (tipped === null) return null;
  const { tip: name, tipKeys } = tipped.dataset;
  return createPortal(
    <div key={name} ref={tip} id={id} role="tooltip" className={styles.tip} style={{ position: "fixed", left: 0, top: 0, visibility: "hidden" }}>
      {name}
      {tipKeys !== undefined && <Keys keys={tipKeys} tone="inverse" />}
    </div>,
    document.body,
  );
}
