import { t } from "@lingui/core/macro";
import { Paperclip } from "lucide-react";
import { createContext, useContext, useMemo, type ReactNode } from "react";
import { filesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { safeHref } from "@/ui/markdownText";
import type { File as FileRow } from "@/wire/generated";
import { useAddresses, type Addresses } from "./files/useAddresses";
import styles from "./Ticket.module.css";

/** A file that a text shows is named by its id. */
const fileIn = (href: string): string | null => /^file:([\da-f-]{36})$/i.exec(href)?.[1]?.toLowerCase() ?? null;

export const namesFiles = (text: string): boolean => /\bfile:[\da-f-]{36}/i.test(text);

interface TextFilesValue {
  files: readonly FileRow[];
  addresses: Addresses;
}

const TextFilesContext = createContext<TextFilesValue>({ files: [], addresses: {} });

/** Lets the texts inside show files of the ticket. Addresses are asked for only if a text names a file. */
export function TextFiles({ ticketId, needed, children }: { ticketId: string; needed: boolean; children: ReactNode }) {
  const files = useTroupe((state) => filesOf(state, ticketId));
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const addresses = useAddresses(workspaceId, ticketId, needed ? files.map(({ id, preview }) => `${id}${preview}`).join() : "");
  const value = useMemo(() => ({ files, addresses }), [files, addresses]);
  return <TextFilesContext value={value}>{children}</TextFilesContext>;
}

/** A picture of the ticket, another file of it as a link, or a link to a picture elsewhere: reading contacts no other server. */
export function TextImage({ href, text }: { href: string; text: string }) {
  const { files, addresses } = useContext(TextFilesContext);
  const id = fileIn(href);
  const file = files.find((one) => one.id === id);
  const name = text || file?.name || t`Image`;
  if (id === null) {
    const safe = safeHref(href);
    return safe === null ? name : <a href={safe} target="_blank" rel="noopener noreferrer nofollow">{name}</a>;
  }
  const address = addresses[id];
  if (!file) return <span className={styles.fileChip}>{t`${name} (deleted file)`}</span>;
  if (address && file.contentType.startsWith("image/") && (address.large ?? address.small) !== null)
    return <img className={styles.textImage} src={address.large ?? address.small ?? undefined} alt={text || file.name} width={file.width ?? undefined} height={file.height ?? undefined} loading="lazy" />;
  return (
    <a className={styles.fileChip} href={address?.content} target="_blank" rel="noopener noreferrer">
      <Icon of={Paperclip} size={12} />
      {name}
    </a>
  );
}
