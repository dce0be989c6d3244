import { plural, t } from "@lingui/core/macro";
import { Clock } from "lucide-react";
import { useMayOn } from "@/actions/useMay";
import { mostLag } from "@/sync/kinds/linkLag";
import { dispatch, useTroupe } from "@/sync/store";
import { EntryPicker } from "@/ui/EntryPicker";
import { IconButton } from "@/ui/IconButton";
import type { Ticket } from "@/wire/generated";
import styles from "./Relations.module.css";

/** The lag of a link in days; 0 without one. */
export const useLag = (linkId: string): number => useTroupe((state) => Object.values(state.linkLags).find((row) => row.linkId === linkId)?.days ?? 0);

/** "3 days after", "2 days before": when the blocked task may begin. */
export const lagWords = (days: number): string =>
  days > 0 ? plural(days, { one: "# day after", other: "# days after" }) : plural(-days, { one: "# day before", other: "# days before" });

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
  return (
    <EntryPicker
      name={t`Lag in days`}
      align="end"
      keyboard="decimal"
      value={days === 0 ? null : String(days)}
      objection={(text) => (/^[-−]?\d{1,4}$/.test(text) ? null : t`Use a whole number of days, up to ${mostLag}.`)}
      onChange={(text) => void dispatch({ kind: "linkLag.set", linkId, days: text === null ? 0 : Number(text.replace("−", "-")) })}
      trigger={<IconButton size="xs" icon={Clock} name={t`Set lag: ${name}`} />}
    />
  );
}
