import { t } from "@lingui/core/macro";
import type { QrCode } from "@/wire/http.generated";
import styles from "./SecondFactor.module.css";

/** The empty margin that scanners need, in modules. */
const MARGIN = 4;

/** Draws a QR code. The path has only rectangles. */
export function QrDrawing({ size, path }: QrCode) {
  const side = size + 2 * MARGIN;
  return (
    <svg className={styles.qr} viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`} shapeRendering="crispEdges" role="img" aria-label={t`QR code for your authenticator app`}>
      <path d={path} />
    </svg>
  );
}
