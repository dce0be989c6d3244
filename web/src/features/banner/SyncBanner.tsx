import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CloudOff, CloudUpload, RefreshCw, Unplug } from "lucide-react";
import { useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { tryNow, useTroupe } from "@/sync/store";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import styles from "./SyncBanner.module.css";
import { useNow } from "./useNow";
import { blockedTitle, blockedWords, bannerTextOf, type BannerText } from "./words";

function titleOf(said: Exclude<BannerText, { is: "back" }>): string {
  if (said.is === "blocked") return blockedTitle();
  const { is, since } = said;
  return is === "offline" ? t`You went offline at ${since}.` : t`The server has been unreachable since ${since}.`;
}

/** Shown under the top bar while the node cannot be reached, and while waiting edits are sent afterwards. */
export function SyncBanner() {
  const line = useTroupe(
    useShallow(({ connection, offlineSince, nextTryAt, blocked, waiting, durable }) => ({ connection, offlineSince, nextTryAt, blocked, waiting, durable })),
  );
  const away = line.connection !== "live";
  const [returning, setReturning] = useState(false);
  // Stays set until all waiting edits are sent.
  if (line.offlineSince !== null && !returning) setReturning(true);
  if (!away && line.waiting === 0 && returning) setReturning(false);
  const said = bannerTextOf({ ...line, network: navigator.onLine, returning }, useNow(away));
  if (said === null) return null;
  if (said.is === "back") return <Banner tone="info" icon={CloudUpload} title={said.edits} />;
  const blocked = said.is === "blocked";
  return (
    <Banner
      tone="warning"
      icon={blocked ? Unplug : CloudOff}
      title={titleOf(said)}
      actions={
        <Button size="sm" icon={RefreshCw} onClick={tryNow}>
          <Trans>Try now</Trans>
        </Button>
      }
    >
      {blocked && `${blockedWords()} `}
      {said.edits}
      {said.next !== null && (
        <span className={styles.next} aria-live="off">
          {said.next}
        </span>
      )}
    </Banner>
  );
}
