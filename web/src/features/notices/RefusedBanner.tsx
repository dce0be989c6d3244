import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { HardDrive, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTroupe } from "@/sync/store";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { showNotices, useNotices } from "./open";

/** Shown while a refused edit waits for its author, unless a toast is telling of it. */
export function RefusedBanner() {
  const toasted = useNotices((state) => state.toasted);
  const refused = useTroupe((state) => state.refusals.filter(({ id }) => !toasted.has(id)).length);
  const damaged = useTroupe((state) => state.damaged.length);
  if (refused + damaged === 0) return <UnreadableBanner />;
  return (
    <Banner
      tone="danger"
      icon={TriangleAlert}
      title={plural(refused + damaged, { one: "# edit not saved.", other: "# edits not saved." })}
      actions={
        <Button size="sm" onClick={() => showNotices()}>
          <Trans>Show edits</Trans>
        </Button>
      }
    >
      {damaged === 0 ? t`Your text is kept.` : t`The copy on this device is damaged.`}
    </Banner>
  );
}

/**
 * The data that this device stored cannot be opened. All data of the server is here, but edits that it does not have
 * may be lost.
 */
function UnreadableBanner() {
  const unreadable = useTroupe((state) => state.unreadable);
  const [seen, setSeen] = useState(false);
  if (!unreadable || seen) return null;
  return (
    <Banner
      tone="danger"
      icon={HardDrive}
      title={t`The data on this device can't be read.`}
      actions={
        <Button size="sm" onClick={() => setSeen(true)}>
          <Trans>OK</Trans>
        </Button>
      }
    >
      <Trans>Everything saved on the server is here, but edits that weren't sent yet may be lost.</Trans>
    </Banner>
  );
}
