import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CheckCheck, Ellipsis, PenLine, Play, Plus, RotateCcw, Target, Trash2 } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { deleteSprint, updateSprint } from "@/actions/sprints";
import { useMay } from "@/actions/useMay";
import { CompleteSprint } from "@/actions/CompleteSprint";
import { sprintStateNames, sprintStates } from "@/fields/sprintStates";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { formatDate, today } from "@/lib/plainDate";
import { sprintsInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { noStatistics, sprintStatistics } from "@/sync/totals";
import { Button } from "@/ui/Button";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { Sprint } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import attributes from "../attributes/Attributes.module.css";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import styles from "../types/Types.module.css";
import { Estimate } from "./Estimate";
import { SprintDialog } from "./SprintDialog";

/** The open dialog. */
type Asked = { what: "create" } | { what: "edit" | "delete" | "complete"; sprint: Sprint };

/** The sprints of the workspace: the active ones, the planned ones, and the completed ones. */
export function Sprints() {
  const sprints = useTroupe((state) => state.sprints);
  const mayManage = useMay("manageLabels");
  const [asked, setAsked] = useState<Asked | null>(null);
  const inOrder = sprintsInOrder({ sprints });
  const close = () => setAsked(null);
  const ask = (what: "edit" | "delete" | "complete", sprint: Sprint) => () => setAsked({ what, sprint });
  return (
    <section className={settings.section} aria-label={t`Sprints`}>
      <Head
        title={t`Sprints`}
        text={t`Spans of days in which you want to complete some tasks.`}
        action={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => setAsked({ what: "create" })}>
              <Trans>New sprint</Trans>
            </Button>
          )
        }
      />
      {sprintStates.map((phase) => {
        const shown = inOrder.filter(({ state }) => state === phase);
        // The sprint that was completed last comes first.
        if (phase === "completed") shown.sort((a, b) => (b.completedAt ?? "").localeCompare(a.completedAt ?? ""));
        return shown.length === 0 ? null : (
          <Part key={phase} title={sprintStateNames[phase]} of={shown} ask={ask} />
        );
      })}
      {inOrder.length === 0 && <p className={settings.empty}><Trans>No sprints yet. Create one to add the field “Sprint” to tasks.</Trans></p>}
      <Estimate />
      {asked?.what === "create" && <SprintDialog of={null} among={inOrder} onClose={close} />}
      {asked?.what === "edit" && <SprintDialog of={asked.sprint} among={inOrder} onClose={close} />}
      {asked?.what === "complete" && <CompleteSprint id={asked.sprint.id} name={asked.sprint.name} onClose={close} />}
      {asked?.what === "delete" && <DeleteSprint of={asked.sprint} others={inOrder.filter(({ id, state }) => id !== asked.sprint.id && state !== "completed")} onClose={close} />}
    </section>
  );
}

interface PartProps {
  title: string;
  of: readonly Sprint[];
  ask: (what: "edit" | "delete" | "complete", sprint: Sprint) => () => void;
}

/** The sprints in one state. */
function Part({ title, of: sprints, ask }: PartProps) {
  return (
    <>
      <h3 className={settings.sub}>
        {title} <span>{shownNumber(sprints.length)}</span>
      </h3>
      <table className={settings.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col"><Trans>Name</Trans></th>
            <th scope="col" className={styles.release}><Trans>Start</Trans></th>
            <th scope="col" className={styles.release}><Trans>End</Trans></th>
            <th scope="col" className={styles.done}><Trans>Done</Trans></th>
            <th scope="col">
              <span className={settings.hidden}>{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sprints.map((sprint) => <Line key={sprint.id} of={sprint} ask={ask} />)}
        </tbody>
      </table>
    </>
  );
}

function Line({ of: sprint, ask }: { of: Sprint; ask: PartProps["ask"] }) {
  const { id, name, goal, startDate, endDate, state } = sprint;
  const { workspace: slug = "" } = useParams();
  const { completed, canceled, all } = useTroupe((view) => sprintStatistics(view).get(id)) ?? noStatistics;
  const pending = useTroupe((view) => view.pending[id]);
  const offline = useTroupe((view) => view.connection !== "live");
  const mayManage = useMay("manageLabels");
  const start = () => void updateSprint(id, { state: "active", ...(startDate === null && { startDate: today() }) });
  const items: MenuItem[] = [
    { id: "edit", name: t`Edit`, icon: PenLine, onSelect: ask("edit", sprint) },
    ...(state === "planned" ? [{ id: "start", name: t`Start sprint`, icon: Play, onSelect: start }] : []),
    ...(state === "active" ? [{ id: "complete", name: t`Complete sprint`, icon: CheckCheck, onSelect: ask("complete", sprint) }] : []),
    ...(state === "completed" ? [{ id: "reopen", name: t`Reopen sprint`, icon: RotateCcw, onSelect: () => void updateSprint(id, { state: "active" }) }] : []),
    { id: "delete", name: t`Delete sprint`, icon: Trash2, danger: true, apart: true, onSelect: ask("delete", sprint) },
  ];
  return (
    <tr data-sprint={id}>
      <td className={attributes.about}>
        <span className={settings.person}>
          <Icon of={Target} className={attributes.icon} />
          <Link className={styles.open} to={paths.record(slug, "sprint", id)} dir="auto" title={name}>
            {name}
          </Link>
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
        {goal !== "" && <p className={attributes.description} dir="auto">{goal}</p>}
      </td>
      <td className={styles.release}>{startDate !== null && formatDate(startDate)}</td>
      <td className={styles.release}>{endDate !== null && formatDate(endDate)}</td>
      <td className={styles.done}>{all > 0 && <span className={settings.quiet}>{t`${completed + canceled} of ${all}`}</span>}</td>
      <td className={settings.more}>
        {mayManage && (
          <Menu name={t`Actions for ${name}`} align="end" items={items}>
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}

interface DeleteSprintProps {
  of: Sprint;
  others: readonly Sprint[];
  onClose: () => void;
}

/** Asks which sprint the tasks go to, if any. */
function DeleteSprint({ of: { id, name }, others, onClose }: DeleteSprintProps) {
  const count = useTroupe((state) => sprintStatistics(state).get(id)?.all ?? 0);
  const tasks = plural(count, { one: "# task is in this sprint.", other: "# tasks are in this sprint." });
  const none = { id: "", name: t`No sprint` };
  return (
    <DeleteIntoDialog
      title={t`Delete the sprint “${name}”?`}
      text={count === 0 ? t`No task that you see is in this sprint.` : tasks}
      confirm={t`Delete sprint`}
      ask={t`Move tasks to`}
      empty={count === 0 || others.length === 0}
      targets={[none, ...others.map((other) => ({ id: other.id, name: other.name }))]}
      first={none.id}
      onCancel={onClose}
      onDelete={(target) => {
        onClose();
        void deleteSprint(id, target || null);
        tell({ text: t`Deleted “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}
