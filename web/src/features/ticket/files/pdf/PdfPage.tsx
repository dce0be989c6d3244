import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { TextLayer, type PDFDocumentProxy } from "./open";
import styles from "./Pdf.module.css";
import { pointsFor, type Size } from "./zoom";

interface PdfPageProps {
  document: PDFDocumentProxy;
  index: number;
  /** Its size on screen. */
  shown: Size;
  top: number;
  onSize: (index: number, size: Size) => void;
}

/** One page: its picture, and its text over it, which is selected and read aloud. */
export function PdfPage({ document, index, shown, top, onSize }: PdfPageProps) {
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { width, height } = shown;
  const number = index + 1;
  useEffect(() => {
    let over = false;
    const ends: (() => void)[] = [];
    const draw = async () => {
      const page = await document.getPage(number);
      if (over) return;
      const whole = page.getViewport({ scale: 1 });
      onSize(index, { width: whole.width, height: whole.height });
      const viewport = page.getViewport({ scale: width / whole.width });
      const points = pointsFor(viewport, window.devicePixelRatio);
      const canvas = window.document.createElement("canvas");
      canvas.width = Math.max(1, Math.floor(viewport.width * points));
      canvas.height = Math.max(1, Math.floor(viewport.height * points));
      canvas.ariaHidden = "true";
      const drawing = page.render({ canvas, viewport, transform: [points, 0, 0, points, 0, 0] });
      ends.push(() => drawing.cancel(), () => void page.cleanup());
      await drawing.promise;
      if (over) return;
      // The picture of the previous size stays until this one is drawn.
      picture.current?.replaceChildren(canvas);
      const box = text.current;
      if (!box) return;
      box.replaceChildren();
      box.style.setProperty("--total-scale-factor", String(viewport.scale));
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: box, viewport });
      ends.push(() => layer.cancel());
      await layer.render();
    };
    draw().then(
      () => !over && setFailed(false),
      () => !over && setFailed(true),
    );
    return () => {
      over = true;
      for (const end of ends) end();
    };
    // A page that learns its size is drawn again only if its width on screen changes.
  }, [document, index, number, width, onSize]);
  return (
    // Paper is light in both themes.
    <div className={styles.page} data-theme="light" role="group" aria-label={t`Page ${number}`} style={{ top, width, height }}>
      <div ref={picture} className={styles.picture} />
      <div ref={text} className={styles.text} />
      {failed && <p className={styles.broken} role="alert"><Trans>This page can't be shown.</Trans></p>}
    </div>
  );
}
