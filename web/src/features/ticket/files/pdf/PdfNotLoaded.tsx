import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { retryFailed } from "@/lib/later";
import styles from "./Pdf.module.css";

/** Stands in for the viewer if its code does not load. The next PDF that is opened fetches the code again. */
export function PdfNotLoaded() {
  useEffect(retryFailed, []);
  return (
    <p className={styles.told} role="alert">
      <Trans>The viewer couldn't be loaded. Check your connection, or download the file.</Trans>
    </p>
  );
}
