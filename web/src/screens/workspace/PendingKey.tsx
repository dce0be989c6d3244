import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { sequenceMs, useBegun } from "@/lib/hotkeys";
import { Caps } from "@/ui/Keys";
import styles from "./PendingKey.module.css";

/** The first key of a sequence, in the corner of the page, as long as a second one may follow. */
export function PendingKey() {
  const begun = useBegun((state) => state.begun);
  useEffect(() => {
    if (begun === null) return undefined;
    const timer = setTimeout(() => useBegun.setState({ begun: null }), sequenceMs);
    return () => clearTimeout(timer);
  }, [begun]);
  if (begun === null) return null;
  return (
    <p className={styles.pending} aria-hidden>
      <Caps keys={begun.keys} /> <Trans>then…</Trans>
    </p>
  );
}
