import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { tellFailure } from "@/actions/tellFailure";
import { ownData } from "@/api/account";
import { saveFile } from "@/lib/saveFile";
import { Button } from "@/ui/Button";
import { Line } from "../../preferences/Line";

/** Downloads a file of the person's own data. */
export function OwnData() {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await ownData(), "troupe-my-data.ndjson");
    } catch (thrown) {
      tellFailure(thrown, save);
    }
    setBusy(false);
  };
  return (
    <Line name={t`Your data`} hint={t`Your account, your devices, and the tasks and comments that you wrote.`}>
      <Button disabled={busy} onClick={() => void save()}>{busy ? t`Downloading…` : <Trans>Download</Trans>}</Button>
    </Line>
  );
}
