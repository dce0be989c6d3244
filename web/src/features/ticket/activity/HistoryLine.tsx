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
import { memo } from "react";
import { sharesOf } from "@/actions/choices";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { StatusIcon } from "@/ui/StatusIcon";
import type { Activity } from "@/wire/generated";
import styles from "./Activity.module.css";
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
    person: (id) => (members[id] ? memberName(members[id]) : "Somebody"),
    status: (id) => statuses[id]?.name ?? "a former status",
    list: (id) => lists[id]?.name ?? "a former list",
    label: (id) => labels[id]?.name ?? "a former label",
    ticket: (id) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[id];
      return ticket ? `${ticketKey(state, ticket) ?? ""} ${ticket.title}`.trim() : "a former task";
    },
  };
}

/** One line of what was done to the ticket. */
export const HistoryLine = memo(function HistoryLine({ activity }: { activity: Activity }) {
  const names = useNames();
  return (
    <li className={styles.line} data-activity={activity.kind}>
      <span className={styles.icon}>
        <Entered activity={activity} />
      </span>
      <p className={styles.sentence}>
        <b>{names.person(activity.userId)}</b>
        {sentenceOf(activity, names).map((part) =>
          typeof part === "string" ? part : <b key={part.named}>{part.named}</b>,
        )}
      </p>
      <time className={styles.when} dateTime={activity.createdAt} title={formatInstantLong(activity.createdAt)}>
        {formatInstant(activity.createdAt)}
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
