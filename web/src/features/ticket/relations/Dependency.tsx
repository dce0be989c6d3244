import { t } from "@lingui/core/macro";
import { Clock, CornerDownRight } from "lucide-react";
import { endsItems, endsNames, lagEntry, lagWords, useDependency } from "@/actions/dependency";
import { useMayOn } from "@/actions/useMay";
import { EntryPicker } from "@/ui/EntryPicker";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import type { Ticket } from "@/wire/generated";
import { say } from "@/words/i18n";
import styles from "./Relations.module.css";

/** The kind of a link that blocks, if it is not finish-to-start, and the lag, if there is one. The tooltip is the whole sentence. */
export function Lag({ linkId }: { linkId: string }) {
  const { ends, lag, words } = useDependency(linkId);
  const parts = [...(ends === "finishToStart" ? [] : [say(endsNames[ends])]), ...(lag === 0 ? [] : [lagWords(lag)])];
  return parts.length === 0 ? null : <span className={styles.key} title={words}>{parts.join(" · ")}</span>;
}

interface ToolsProps {
  linkId: string;
  /** The name of the link, as its row shows it. The names of the buttons contain it. */
  name: string;
  ends: readonly [Ticket, Ticket];
}

/** The buttons that change the kind and the lag of a link that blocks. */
export function DependencyTools({ linkId, name, ends: [one, other] }: ToolsProps) {
  const { ends, lag, words } = useDependency(linkId);
  const [mayEdit, mayEditOther] = [useMayOn("editTickets", one), useMayOn("editTickets", other)];
  if (!mayEdit && !mayEditOther) return null;
  return (
    <>
      <Menu name={words} align="end" items={endsItems(linkId, ends, words)}>
        <IconButton size="xs" icon={CornerDownRight} name={t`Change dependency type: ${name}`} />
      </Menu>
      <EntryPicker {...lagEntry(linkId, lag)} align="end" trigger={<IconButton size="xs" icon={Clock} name={t`Set lag: ${name}`} />} />
    </>
  );
}
