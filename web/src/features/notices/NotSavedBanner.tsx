import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { showNotices } from "./open";
import { UnreadableBanner } from "./UnreadableBanner";

/** Says how many edits were not saved, and opens their list. If there are none, says that the edits stored on this device cannot be read. */
export function NotSavedBanner({ count, damaged }: { count: number; damaged: boolean }) {
  if (count === 0) return <UnreadableBanner />;
  return (
    <Banner
      tone="danger"
      icon={TriangleAlert}
      title={plural(count, { one: "# edit not saved.", other: "# edits not saved." })}
      actions={
        <Button size="sm" onClick={() => showNotices()}>
          <Trans>Show edits</Trans>
        </Button>
      }
    >
      {damaged ? t`The copy on this device is damaged.` : t`Your text is kept.`}
    </Banner>
  );
}
