import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { saveFile } from "@/lib/saveFile";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import styles from "./SecondFactor.module.css";

interface RecoveryCodesProps {
  /** Null while there are no codes to show. */
  codes: readonly string[] | null;
  onClose: () => void;
}

/** Shows recovery codes, once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const text = (codes ?? []).join("\n");
  const copy = () => void navigator.clipboard.writeText(text).then(() => tell({ text: t`Copied` }), () => tell({ text: t`Your browser didn't allow copying.` }));
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t`Your recovery codes`}
      text={t`Keep these codes where you can find them without your phone. Each works once, in place of a code from your app. You won't see them again.`}
      actions={
        <>
          <Button onClick={copy}><Trans>Copy</Trans></Button>
          <Button onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "troupe-recovery-codes.txt")}><Trans>Download</Trans></Button>
          <Button variant="primary" onClick={onClose}><Trans>I've saved them</Trans></Button>
        </>
      }
    >
      <ul className={styles.codes} aria-label={t`Recovery codes`}>
        {codes?.map((code) => <li key={code}>{code}</li>)}
      </ul>
    </Dialog>
  );
}
