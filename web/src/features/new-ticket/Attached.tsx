import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { File as FileIcon, Image, Paperclip, X } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { formatSize } from "@/lib/size";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { inRow, isolated } from "@/words/isolate";
import { useUnstored, type HeldFile } from "./kept";
import styles from "./NewTicketDialog.module.css";

interface AttachedProps {
  files: readonly HeldFile[];
  /** The names of files that are lost. */
  lost: readonly string[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
}

/** The files that the new task will have. */
export function Attached({ files, lost, onAdd, onRemove }: AttachedProps) {
  const unstored = useUnstored(({ ids }) => ids);
  const leaving = files.flatMap(({ id, file }) => (unstored.has(id) ? [file.name] : []));
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
              <Preview file={file} />
              <bdi title={file.name}>{file.name}</bdi>
              <span className={styles.note}>{formatSize(file.size)}</span>
              <IconButton size="xs" icon={X} name={t`Remove ${isolated(file.name)}`} onClick={() => remove(id)} />
            </li>
          ))}
        </ul>
      )}
      {leaving.length > 0 && <p className={styles.note} role="status">{t`The files of the draft are too large to be stored in this browser. If you reload the page, these files are lost: ${inRow(leaving)}`}</p>}
      {lost.length > 0 && <p className={styles.note} role="status">{t`Some files of the draft were not stored in this browser. Attach these files again: ${inRow(lost)}`}</p>}
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

/** Shows a file in an image as long as the image is there. */
const showing = (file: File) => (image: HTMLImageElement | null) => {
  if (!image) return undefined;
  image.src = URL.createObjectURL(file);
  return () => URL.revokeObjectURL(image.src);
};

/** A small picture of a file, or an icon if it is no picture that the browser can show. */
function Preview({ file }: { file: File }) {
  const isPicture = file.type.startsWith("image/");
  const [broken, setBroken] = useState(false);
  const show = useMemo(() => showing(file), [file]);
  if (!isPicture || broken) return <Icon of={isPicture ? Image : FileIcon} size={14} />;
  return <img ref={show} className={styles.preview} alt="" onError={() => setBroken(true)} />;
}
