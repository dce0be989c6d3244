import { plural, t } from "@lingui/core/macro";
import {
  CirclePlus,
  Dot,
  FileText,
  Link2,
  ListTree,
  Lock,
  Pencil,
  RotateCcw,
  SquareStack,
  Tag,
  Trash2,
  User,
  type LucideIcon,
} from "lucide-react";
import { memo, useState } from "react";
import { sharesOf } from "@/actions/choices";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { StatusIcon } from "@/ui/StatusIcon";
import type { Activity } from "@/wire/generated";
import styles from "./Activity.module.css";
import type { Run } from "./gather";
import { sentenceOf, type Names } from "./sentences";

const icons: Partial<Record<Activity["kind"], LucideIcon>> = {
  createdAt: CirclePlus,
  nameChange: Pencil,
  description: FileText,
  assigneeChange: User,
  listsChange: SquareStack,
  subtaskAdded: ListTree,
  taskTrashed: Trash2,
  taskRestored: RotateCcw,
};

function iconOf({ kind, data }: Activity): LucideIcon {
  if (kind !== "customFieldChange") return icons[kind] ?? Dot;
  switch (data?.field) {
    case "labels":
      return Tag;
    case "links":
      return Link2;
    case "private":
      return Lock;
    default:
      return Pencil;
  }
}

/** The names as they are now; the store is asked when the line is drawn, and again when one of them changes. */
function useNames(): Names {
  const members = useTroupe((state) => state.members);
  const statuses = useTroupe((state) => state.statuses);
  const lists = useTroupe((state) => state.lists);
  const labels = useTroupe((state) => state.labels);
  return {
    person: (id) => (members[id] ? memberName(members[id]) : t`Someone`),
    status: (id) => statuses[id]?.name ?? t`a deleted status`,
    list: (id) => lists[id]?.name ?? t`a deleted list`,
    label: (id) => labels[id]?.name ?? t`a deleted label`,
    ticket: (id) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[id];
      return ticket ? `${ticketKey(state, ticket) ?? ""} ${ticket.title}`.trim() : t`a deleted task`;
    },
  };
}

/** How many changes of one run are shown at first. */
const most = 5;

/** What one person did to the ticket, one change or several in a row. */
export const HistoryLine = memo(function HistoryLine({ run }: { run: Run }) {
  const names = useNames();
  const [whole, setWhole] = useState(false);
  const [first] = run.changes;
  const shown = whole ? run.changes : run.changes.slice(0, most);
  const hidden = run.changes.length - shown.length;
  return (
    <li className={styles.line} data-activity={first?.kind}>
      <span className={styles.icon}>{first && <Entered activity={first} />}</span>
      <div className={styles.sentence}>
        {shown.map((activity, index) => (
          <p key={activity.id}>
            {index === 0 && <b dir="auto">{names.person(run.userId)}</b>}{" "}
            {sentenceOf(activity, names).map((part, at) =>
              // oxlint-disable-next-line react/no-array-index-key -- the pieces of a sentence keep their places
              typeof part === "string" ? part : <b key={at} dir="auto">{part.named}</b>,
            )}
          </p>
        ))}
        {hidden > 0 && (
          <button type="button" className={styles.moreChanges} onClick={() => setWhole(true)}>
            {plural(hidden, { one: "Show # more change", other: "Show # more changes" })}
          </button>
        )}
      </div>
      <time className={styles.when} dateTime={run.at} title={formatInstantLong(run.at)}>
        {formatInstant(run.at)}
      </time>
    </li>
  );
});

/** A status stands as itself, everything else as what kind of change it was. */
function Entered({ activity }: { activity: Activity }) {
  const to = activity.kind === "statusChange" ? activity.data?.to : undefined;
  const status = useTroupe((state) => (typeof to === "string" ? state.statuses[to] : undefined));
  const share = useTroupe((state) => (status ? sharesOf(state.statuses)[status.id] : undefined));
  return status ? <StatusIcon category={status.category} share={share} size={12} /> : <Icon of={iconOf(activity)} size={13} />;
}
