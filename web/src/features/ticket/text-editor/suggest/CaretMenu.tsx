import { autoUpdate, computePosition, flip, offset, shift } from "@floating-ui/dom";
import type { Editor } from "@tiptap/core";
import { Fragment, useEffect, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { cx } from "@/lib/cx";
import styles from "../TextEditor.module.css";
import type { MenuStore, OpenMenu } from "./suggest";

/** The menu at the caret. The editor keeps the focus, and names the current line to screen readers. */
export function CaretMenu({ store, editor }: { store: MenuStore; editor: Editor }) {
  const open = store((state) => state.open);
  // Within the landmark of the text, but outside of what scrolls and clips.
  return open && createPortal(<Lines open={open} editor={editor} />, editor.view.dom.closest("aside, main, [role=dialog]") ?? document.body);
}

function Lines({ open, editor }: { open: OpenMenu; editor: Editor }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { place, current } = open;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const anchor = { getBoundingClientRect: () => place() ?? editor.view.dom.getBoundingClientRect(), contextElement: editor.view.dom };
    const put = async () => {
      const { x, y } = await computePosition(anchor, element, { strategy: "fixed", placement: "bottom-start", middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })] });
      Object.assign(element.style, { left: `${x}px`, top: `${y}px` });
    };
    return autoUpdate(anchor, element, () => void put());
  }, [place, editor]);
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", id);
    dom.setAttribute("aria-activedescendant", `${id}-${current}`);
    box.current?.querySelector(`[id="${id}-${current}"]`)?.scrollIntoView({ block: "nearest" });
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, id, current]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reachable by key
    <div ref={box} id={id} role="listbox" tabIndex={0} aria-label={open.name} className={styles.menu}>
      {open.offers.map((offer, index) => (
        <Fragment key={offer.id}>
          {offer.heading !== undefined && (
            <div role="presentation" className={styles.menuHeading}>
              {offer.heading}
            </div>
          )}
          <div
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            aria-disabled={offer.disabled}
            className={cx(styles.offer, index === current && styles.current, offer.disabled && styles.disabled)}
            // The text keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onPointerUp={() => open.choose(offer)}
          >
            <span className={styles.offerPicture} aria-hidden>{offer.picture}</span>
            <span className={cx(styles.offerName, offer.detail !== undefined && styles.detailed)} dir="auto">{offer.name}</span>
            {offer.detail !== undefined && <span className={styles.offerDetail} dir="auto">{offer.detail}</span>}
            {offer.hint !== undefined && <span className={cx(styles.offerHint, offer.typed && styles.typed)}>{offer.hint}</span>}
          </div>
        </Fragment>
      ))}
    </div>
  );
}
