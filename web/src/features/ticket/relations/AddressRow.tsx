import { t } from "@lingui/core/macro";
import { Globe, Pencil, X } from "lucide-react";
import { useRef, useState } from "react";
import { nameOf, renameAddress, unlinkAddress } from "@/actions/addresses";
import { useMayOn } from "@/actions/useMay";
import { shownAddress } from "@/lib/shownAddress";
import { useTroupe } from "@/sync/store";
import { EntryPicker } from "@/ui/EntryPicker";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import type { Ticket, UrlLink } from "@/wire/generated";
import styles from "./Relations.module.css";

/** A link of a ticket to an address. The page behind it learns nothing about this one. */
export function AddressRow({ link, ticket }: { link: UrlLink; ticket: Ticket }) {
  const [renaming, setRenaming] = useState(false);
  const mayEdit = useMayOn("editTickets", ticket);
  const row = useRef<HTMLLIElement>(null);
  const name = nameOf(link);
  return (
    <li className={styles.item} ref={row}>
      <div className={styles.row}>
        <SiteIcon id={link.iconId} />
        <a className={styles.title} href={link.url} target="_blank" rel="noopener noreferrer" dir="auto" title={shownAddress(link.url)}>
          {name}
        </a>
        {mayEdit && (
          <span className={styles.tool}>
            <IconButton size="xs" icon={Pencil} name={t`Rename link: ${name}`} onClick={() => setRenaming(true)} />
            <IconButton size="xs" icon={X} name={t`Remove link: ${name}`} onClick={() => unlinkAddress(link.id)} />
          </span>
        )}
      </div>
      {mayEdit && (
        <EntryPicker
          name={t`Title of the link`}
          anchor={row}
          open={renaming}
          onOpenChange={setRenaming}
          value={link.title === "" ? null : link.title}
          objection={(text) => (text.length > 500 ? t`Use at most 500 characters.` : null)}
          onChange={(title) => renameAddress(link.id, title ?? "")}
        />
      )}
    </li>
  );
}

/** The icon of a linked site. The node has drawn it anew; no site learns who sees it. */
function SiteIcon({ id }: { id: string | null }) {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const [missing, setMissing] = useState<string | null>(null);
  if (id === null || missing === id) return <Icon of={Globe} size={14} className={styles.noSite} />;
  return <img className={styles.site} src={`/api/workspaces/${workspaceId}/icons/${id}`} alt="" width={16} height={16} loading="lazy" onError={() => setMissing(id)} />;
}
