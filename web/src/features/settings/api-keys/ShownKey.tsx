import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { copy } from "@/actions/copy";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import styles from "./ApiKeys.module.css";

interface ShownKeyProps {
  /** Null while there is no key to show. */
  made: { key: string; apiKey: { name: string } } | null;
  onClose: () => void;
}

/** Shows a new key, once. */
export function ShownKey({ made, onClose }: ShownKeyProps) {
  const name = made?.apiKey.name ?? "";
  const key = made?.key ?? "";
  return (
    <Dialog
      open={made !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t`“${name}” is ready`}
      text={t`Copy the key now and keep it like a password. You won't see it again.`}
      actions={
        <>
          <Button icon={Copy} onClick={() => copy([key], t`Copied the key`)}><Trans>Copy key</Trans></Button>
          <Button variant="primary" onClick={onClose}><Trans>I've saved it</Trans></Button>
        </>
      }
    >
      <code className={styles.key} data-testid="api-key">{key}</code>
      <p className={styles.how}>
        <Trans>
          Send it with each request, in the header <code>Authorization: Bearer</code>.
        </Trans>
      </p>
    </Dialog>
  );
}
