import { plural, t } from "@lingui/core/macro";
import { Target } from "lucide-react";
import { useParams } from "react-router";
import { daysLeft } from "@/fields/burndown";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import type { PlainDate } from "@/lib/plainDate";
import { sprintsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { noStatistics, sprintStatistics } from "@/sync/totals";
import { Icon } from "@/ui/Icon";
import { Progress } from "@/ui/Progress";
import type { Sprint } from "@/wire/generated";
import { Block } from "./Block";
import styles from "./Home.module.css";

/** The active sprints with their progress; absent without one. */
export function SprintsBlock({ now }: { now: PlainDate }) {
  const sprints = useTroupe((state) => state.sprints);
  const active = sprintsInOrder({ sprints }).filter(({ state }) => state === "active");
  if (active.length === 0) return null;
  return (
    <Block title={plural(active.length, { one: "Active sprint", other: "Active sprints" })}>
      <ul>
        {active.map((sprint) => (
          <SprintLine key={sprint.id} sprint={sprint} now={now} />
        ))}
      </ul>
    </Block>
  );
}

function SprintLine({ sprint, now }: { sprint: Sprint; now: PlainDate }) {
  const { workspace: slug = "" } = useParams();
  const { all, canceled, completed } = useTroupe((state) => sprintStatistics(state).get(sprint.id)) ?? noStatistics;
  const counting = all - canceled;
  const left = daysLeft(sprint, now);
  const time = left === null ? "" : left < 0 ? plural(-left, { one: "# day over", other: "# days over" }) : plural(left, { one: "# day left", other: "# days left" });
  return (
    <li className={styles.line}>
      <Icon of={Target} />
      <Link to={paths.record(slug, "sprint", sprint.id)} className={styles.title} dir="auto" title={sprint.name}>
        {sprint.name}
      </Link>
      <span className={styles.meter}>
        <Progress name={t`Progress of ${sprint.name}`} share={counting === 0 ? 0 : completed / counting} tone="done" />
      </span>
      <span className={styles.who}>{t`${completed} of ${counting}`}</span>
      {time !== "" && <span className={styles.when}>{time}</span>}
    </li>
  );
}
