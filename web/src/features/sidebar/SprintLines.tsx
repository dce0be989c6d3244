import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Target } from "lucide-react";
import { daysLeft } from "@/fields/burndown";
import { paths } from "@/lib/paths";
import { today } from "@/lib/plainDate";
import { sprintsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Line } from "./Line";
import styles from "./Sidebar.module.css";

/** The active sprints, each with the days that are left. */
export function SprintLines({ slug }: { slug: string }) {
  const sprints = useTroupe((state) => state.sprints);
  const active = sprintsInOrder({ sprints }).filter(({ state }) => state === "active");
  if (active.length === 0) return null;
  return (
    <>
      <h4 className={styles.heading}>
        <Trans>Sprints</Trans>
      </h4>
      {active.map((sprint) => {
        const left = daysLeft(sprint, today());
        return (
          <Line
            key={sprint.id}
            to={paths.record(slug, "sprint", sprint.id)}
            icon={<Icon of={Target} />}
            name={sprint.name}
            mark={left !== null && left >= 0 && <span className={styles.count}>{t`${left}d`}</span>}
          />
        );
      })}
    </>
  );
}
