import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CheckCheck, ChevronDown, ChevronRight, Play } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { updateSprint } from "@/actions/sprints";
import { useMay } from "@/actions/useMay";
import { sprintStateNames } from "@/fields/sprintStates";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { formatDate, today } from "@/lib/plainDate";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useTroupe } from "@/sync/store";
import { noStatistics, sprintStatistics } from "@/sync/totals";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { Sprint } from "@/wire/generated";
import { daysLeft } from "@/fields/burndown";
import { CompleteSprint } from "@/actions/CompleteSprint";
import { ProgressByCategory } from "./ProgressByCategory";
import records from "./Records.module.css";
import { SprintFigures } from "./SprintFigures";
import styles from "./Sprint.module.css";

/** What stands above the tasks of a sprint: its days, its progress, its burndown, and what may be done to it. */
export function SprintHead({ id }: { id: string }) {
  const sprint = useTroupe((state) => state.sprints[id]);
  return sprint ? <Head of={sprint} /> : null;
}

function Head({ of: sprint }: { of: Sprint }) {
  const { id, name, goal, startDate, endDate, state: phase } = sprint;
  const { workspace: slug = "" } = useParams();
  const statistics = useTroupe((state) => sprintStatistics(state).get(id)) ?? noStatistics;
  const mayManage = useMay("manageLabels");
  const phone = useMediaQuery("(max-width: 767px)");
  const [opened, setOpened] = useState<boolean | null>(null);
  const [completing, setCompleting] = useState(false);
  const { all, completed } = statistics;
  const tasks = plural(all, { one: "# task", other: "# tasks" });
  const open = opened ?? (!phone && phase !== "planned");
  return (
    <section className={cx(records.head, styles.head)} aria-label={t`Sprint`}>
      <div className={styles.top}>
        <p className={records.facts}>
          <Link className={records.up} to={paths.settings(slug, "sprints")}>{t`Sprints`}</Link>
          <span className={records.phase}>{sprintStateNames[phase]}</span>
          <Days startDate={startDate} endDate={endDate} />
          <Left of={sprint} />
          <span>{all === 0 ? t`No tasks` : t`${tasks}, ${completed} completed`}</span>
        </p>
        {mayManage && phase === "planned" && (
          <Button variant="primary" icon={Play} onClick={() => void updateSprint(id, { state: "active", ...(startDate === null && { startDate: today() }) })}>
            <Trans>Start sprint</Trans>
          </Button>
        )}
        {mayManage && phase === "active" && (
          <Button variant="primary" icon={CheckCheck} onClick={() => setCompleting(true)}>
            <Trans>Complete sprint</Trans>
          </Button>
        )}
      </div>
      {goal !== "" && <p className={records.about} dir="auto">{goal}</p>}
      {all > 0 && <ProgressByCategory of={statistics} />}
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpened(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} size={14} />
        <Trans>Burndown and velocity</Trans>
      </button>
      {open && <SprintFigures of={sprint} />}
      {completing && <CompleteSprint id={id} name={name} onClose={() => setCompleting(false)} />}
    </section>
  );
}

function Days({ startDate, endDate }: Pick<Sprint, "startDate" | "endDate">) {
  const [start, end] = [startDate && formatDate(startDate), endDate && formatDate(endDate)];
  if (start !== null && end !== null) return <span>{t`${start} to ${end}`}</span>;
  if (start !== null) return <span>{t`Start: ${start}`}</span>;
  return end === null ? null : <span>{t`End: ${end}`}</span>;
}

/** How many days are left, or how late the sprint is. */
function Left({ of: sprint }: { of: Sprint }) {
  const left = daysLeft(sprint, today());
  if (left === null || sprint.state !== "active") return null;
  if (left === 0) return <span>{t`Ends today`}</span>;
  if (left > 0) return <span>{plural(left, { one: "# day left", other: "# days left" })}</span>;
  return <span className={styles.late}>{plural(-left, { one: "# day overdue", other: "# days overdue" })}</span>;
}
