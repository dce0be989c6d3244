import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { File as FileIcon, Image, Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { formatSize } from "@/lib/size";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { inRow, isolated } from "@/words/isolate";
import type { HeldFile } from "./kept";
import styles from "./NewTicketDialog.module.css";

interface AttachedProps {
  files: readonly HeldFile[];
  /** The names of files that a reload has lost. */
  lost: readonly string[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
}

/** The files that the new task will have. */
export function Attached({ files, lost, onAdd, onRemove }: AttachedProps) {
  const input = useRef<HTMLInputElement>(null);
  const attach = useRef<HTMLButtonElement>(null);
  const remove = (id: string) => {
    onRemove(id);
    // The button that had the focus is gone.
    attach.current?.focus();
  };
  return (
    <section className={styles.files} aria-label={t`Files`}>
      {files.length > 0 && (
        <ul>
          {files.map(({ id, file }) => (
            <li key={id}>
              <Icon of={file.type.startsWith("image/") ? Image : FileIcon} size={14} />
              <bdi title={file.name}>{file.name}</bdi>
              <span className={styles.note}>{formatSize(file.size)}</span>
              <IconButton size="xs" icon={X} name={t`Remove ${isolated(file.name)}`} onClick={() => remove(id)} />
            </li>
          ))}
        </ul>
      )}
      {lost.length > 0 && <p className={styles.note} role="status">{t`Files of a draft are lost when the page is reloaded. Attach these files again: ${inRow(lost)}`}</p>}
      <Button ref={attach} size="sm" icon={Paperclip} data-tip={t`You can also paste or drop files`} onClick={() => input.current?.click()}>
        <Trans>Attach files</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files to attach`}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </section>
  );
}
