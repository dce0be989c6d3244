import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CloudOff, Hourglass, RefreshCw, Unplug } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { tryNow, useTroupe } from "@/sync/store";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import styles from "./SyncBanner.module.css";
import { useNow } from "./useNow";
import { arrivalOf, blockedTitle, blockedWords } from "./words";

/** Shown over the placeholder of a workspace that is opened here for the first time and does not load. */
export function ArrivalBanner() {
  const line = useTroupe(useShallow(({ connection, offlineSince, nextTryAt, blocked }) => ({ connection, offlineSince, nextTryAt, blocked })));
  const said = arrivalOf({ ...line, network: navigator.onLine }, useNow(true));
  if (said === null) return null;
  if (said.is === "slow")
    return (
      <Banner tone="info" icon={Hourglass} title={t`Still loading.`}>
        <Trans>The connection is slow. No action needed.</Trans>
      </Banner>
    );
  return (
    <Banner
      tone="warning"
      icon={said.is === "blocked" ? Unplug : CloudOff}
      title={said.is === "blocked" ? blockedTitle() : said.is === "offline" ? t`You're offline.` : t`Can't reach Troupe.`}
      actions={
        <Button size="sm" icon={RefreshCw} onClick={tryNow}>
          <Trans>Try now</Trans>
        </Button>
      }
    >
      {said.is === "blocked" ? blockedWords() : t`Retrying automatically.`}
      {said.next !== null && (
        <span className={styles.next} aria-live="off">
          {said.next}
        </span>
      )}
    </Banner>
  );
}
