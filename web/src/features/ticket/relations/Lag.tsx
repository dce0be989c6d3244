import { t } from "@lingui/core/macro";
import { Clock } from "lucide-react";
import { lagEntry, lagWords, useLag } from "@/actions/lag";
import { useMayOn } from "@/actions/useMay";
import { EntryPicker } from "@/ui/EntryPicker";
import { IconButton } from "@/ui/IconButton";
import type { Ticket } from "@/wire/generated";
import styles from "./Relations.module.css";

/** How long after the end of the one task the other may begin, in days. */
export function Lag({ linkId }: { linkId: string }) {
  const days = useLag(linkId);
  return days === 0 ? null : <span className={styles.key} title={t`The blocked task may begin this long after the end of the other.`}>{lagWords(days)}</span>;
}

/** Asks for the lag of a link. */
export function LagButton({ linkId, name, ends }: { linkId: string; name: string; ends: readonly [Ticket, Ticket] }) {
  const days = useLag(linkId);
  const [mayEdit, mayEditOther] = [useMayOn("editTickets", ends[0]), useMayOn("editTickets", ends[1])];
  if (!mayEdit && !mayEditOther) return null;
  return <EntryPicker {...lagEntry(linkId, days)} align="end" trigger={<IconButton size="xs" icon={Clock} name={t`Set lag: ${name}`} />} />;
}
