import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { HardDrive } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";

/**
 * The data that this device stored cannot be opened. All data of the server is here, but edits that it does not have
 * may be lost.
 */
export function UnreadableBanner() {
  const [seen, setSeen] = useState(false);
  if (seen) return null;
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
