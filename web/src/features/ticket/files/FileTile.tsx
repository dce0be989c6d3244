import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, File as FileIcon, FileText, FileX, Image, Music, Trash2, TriangleAlert, Video, X, type LucideIcon } from "lucide-react";
import { deleteFileWithUndo } from "@/actions/files";
import { cancel, retry, type Upload } from "@/actions/uploads";
import { cx } from "@/lib/cx";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { formatSize } from "@/lib/size";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import type { File as FileRow } from "@/wire/generated";
import type { FileAddresses } from "@/wire/http.generated";
import { isolated } from "@/words/isolate";
import styles from "./Files.module.css";

/** The picture of a kind of file. */
export function iconOf(contentType: string): LucideIcon {
  const [group] = contentType.split("/");
  const icons: Partial<Record<string, LucideIcon>> = { image: Image, video: Video, audio: Music, text: FileText };
  return contentType === "application/pdf" ? FileText : (icons[group ?? ""] ?? FileIcon);
}

/** "PDF", "TXT": the end of a name, if it is short. */
export function endingOf(name: string): string | null {
  const ending = /\.([\p{L}\p{N}]{1,5})$/u.exec(name)?.[1];
  return ending === undefined ? null : ending.toUpperCase();
}

interface FileTileProps {
  file: FileRow;
  addresses: FileAddresses | undefined;
  mayDelete: boolean;
  onOpen: () => void;
}

/** A file of a ticket: its picture, its name, who added it and when. */
export function FileTile({ file, addresses, mayDelete, onOpen }: FileTileProps) {
  const by = useTroupe((state) => state.members[file.createdUserId]);
  const ending = endingOf(file.name);
  const name = isolated(file.name);
  return (
    <li className={styles.tile}>
      <button type="button" className={styles.open} onClick={onOpen} aria-label={t`Open ${name}`}>
        <span className={styles.picture}>
          {addresses?.small ? (
            <img src={addresses.small} alt="" loading="lazy" />
          ) : (
            <>
              <Icon of={iconOf(file.contentType)} size={20} />
              {ending !== null && <span className={styles.ending}>{ending}</span>}
            </>
          )}
        </span>
        <span className={styles.name} dir="auto" title={file.name}>{file.name}</span>
      </button>
      <span className={styles.meta}>
        {by && <Avatar person={{ id: by.id, name: memberName(by), avatarUrl: by.avatarUrl }} size={16} />}
        <span title={formatInstantLong(file.createdAt)}>
          {formatSize(file.size)}, {formatInstant(file.createdAt)}
        </span>
      </span>
      <span className={styles.tools}>
        {addresses && (
          <a className={styles.tool} href={addresses.download} download={file.name} aria-label={t`Download ${name}`} title={t`Download`}>
            <Icon of={Download} size={14} />
          </a>
        )}
        {mayDelete && <IconButton size="xs" icon={Trash2} name={t`Delete ${name}`} onClick={() => deleteFileWithUndo(file)} />}
      </span>
    </li>
  );
}

/** A file on its way. */
export function UploadTile({ upload, onChoose }: { upload: Upload; onChoose: () => void }) {
  const { id, name, size, sent, state, reason } = upload;
  const isSending = state === "sending";
  const called = isolated(name);
  return (
    <li className={styles.tile}>
      <span className={styles.open}>
        <span className={styles.picture}>
          <Icon of={isSending ? FileIcon : FileX} size={20} {...(!isSending && { className: styles.bad })} />
          {isSending && (
            <progress className={styles.progress} max={size} value={sent} aria-label={t`Sending ${called}`} />
          )}
        </span>
        <span className={styles.name} dir="auto" title={name}>{name}</span>
      </span>
      <span className={cx(styles.meta, !isSending && styles.failed)}>
        {isSending ? (
          <span><Trans>{formatSize(sent)} of {formatSize(size)}</Trans></span>
        ) : (
          <span className={styles.bad} role="alert">
            <Icon of={TriangleAlert} size={13} />
            <span>{state === "cut" ? t`Connection lost` : state === "lost" ? t`Choose the file again to go on` : reason}</span>
          </span>
        )}
        <span className={styles.end}>
          {state === "cut" && <Button size="sm" onClick={() => retry(id)}><Trans>Retry</Trans></Button>}
          {state === "lost" && <Button size="sm" onClick={onChoose}><Trans>Choose</Trans></Button>}
          <IconButton size="xs" icon={X} name={isSending ? t`Cancel the upload of ${called}` : t`Remove ${called}`} onClick={() => cancel(id)} />
        </span>
      </span>
    </li>
  );
}
