import { plural, t } from "@lingui/core/macro";
import {
  CirclePlus,
  Dot,
  Link2,
  ListTree,
  Pencil,
  RotateCcw,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { memo, useState } from "react";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { StatusIcon } from "@/ui/StatusIcon";
import type { Activity } from "@/wire/generated";
import styles from "./Activity.module.css";
import type { Run } from "./gather";
import { fieldOf, sentenceOf } from "./sentences";

const icons: Partial<Record<Activity["kind"], LucideIcon>> = {
  createdAt: CirclePlus,
  subtaskAdded: ListTree,
  taskTrashed: Trash2,
  taskRestored: RotateCcw,
};

function iconOf(activity: Activity, field: ReturnType<typeof fieldOf>): LucideIcon {
  if (activity.kind !== "customFieldChange") return field?.history.icon ?? icons[activity.kind] ?? Dot;
  return field?.history.icon ?? (["links", "urlLinks"].includes(String(activity.data?.field)) ? Link2 : Pencil);
}

/** Tickets are read when the line renders, so that a line does not follow every edit of every ticket. */
const ticketsNow = () => useTroupe.getState().tickets;

/** The number of changes of one run that are shown at first. */
const most = 5;

/** One or more consecutive changes that a person made to the ticket. */
export const HistoryLine = memo(function HistoryLine({ run }: { run: Run }) {
  const config = useConfig();
  const fields = useFields();
  const view = { ...config, tickets: ticketsNow() };
  const author = config.members[run.userId];
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
            {index === 0 && <b dir="auto">{author ? memberName(author) : t`Someone`}</b>}{" "}
            {sentenceOf(activity, view, fields).map((part, at) =>
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

/** The icon of a change: the status for an option that is drawn as one, the kind of the change for all others. */
function Entered({ activity }: { activity: Activity }) {
  const fields = useFields();
  const field = fieldOf(activity, fields);
  const to = activity.data?.to;
  const options = field?.value.kind === "one" ? field.value.options : undefined;
  const option = useTroupe((state) => (typeof to === "string" ? options?.find(state, to) : undefined));
  const look = option?.look;
  if (look?.is === "status") return <StatusIcon category={look.category} share={look.share} size={12} />;
  return <Icon of={iconOf(activity, field)} size={13} />;
}
