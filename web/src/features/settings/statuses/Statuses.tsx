import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Ellipsis, PenLine, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { moveStatus } from "@/actions/config";
import { DeleteStatus } from "@/actions/statuses/DeleteStatus";
import { stepInCategory } from "@/actions/statuses/order";
import { StatusDialog } from "@/actions/statuses/StatusDialog";
import { useMay } from "@/actions/useMay";
import { statusesInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { StatusIcon } from "@/ui/StatusIcon";
import { categories, categoryNames } from "@/ui/vocabulary";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { Status } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import { tasksByStatus } from "./counts";

/** The open dialog. */
type Asked = { what: "create" } | { what: "edit" | "delete"; status: Status };

/** The statuses of the workspace, by category and in their order. The board shows them as columns. */
export function Statuses() {
  const statuses = useTroupe((state) => state.statuses);
  const tickets = useTroupe((state) => state.tickets);
  const mayManage = useMay("manageStatuses");
  const counts = useMemo(() => tasksByStatus(tickets), [tickets]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const order = statusesInOrder({ statuses });
  const close = () => setAsked(null);
  return (
    <section className={settings.section} aria-label={t`Statuses`}>
      <Head
        title={t`Statuses`}
        text={t`Statuses are the steps that a task goes through. The category of a status decides whether its tasks count as open or finished.`}
        action={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => setAsked({ what: "create" })}>
              <Trans>New status</Trans>
            </Button>
          )
        }
      />
      <table className={settings.table} aria-label={t`Statuses`}>
        <thead>
          <tr>
            <th scope="col"><Trans>Name</Trans></th>
            <th scope="col" className={settings.number}><Trans>Tasks</Trans></th>
            <th scope="col">
              <span className={settings.hidden}>{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        {categories.map((category) => {
          const own = order.filter((status) => status.category === category);
          return (
            own.length > 0 && (
              <tbody key={category}>
                <tr>
                  <th scope="rowgroup" colSpan={3}>{categoryNames[category]}</th>
                </tr>
                {own.map((status) => (
                  <StatusLine
                    key={status.id}
                    of={status}
                    order={order}
                    tasks={counts.get(status.id) ?? 0}
                    onEdit={() => setAsked({ what: "edit", status })}
                    onDelete={() => setAsked({ what: "delete", status })}
                  />
                ))}
              </tbody>
            )
          );
        })}
      </table>
      {asked?.what === "create" && <StatusDialog status={null} onClose={close} />}
      {asked?.what === "edit" && <StatusDialog status={asked.status} onClose={close} />}
      {asked?.what === "delete" && <DeleteStatus of={asked.status} onClose={close} />}
    </section>
  );
}

interface StatusLineProps {
  of: Status;
  /** All statuses, in the order of the board. */
  order: readonly Status[];
  tasks: number;
  onEdit: () => void;
  onDelete: () => void;
}

function StatusLine({ of: { id, name, category }, order, tasks, onEdit, onDelete }: StatusLineProps) {
  const pending = useTroupe((state) => state.pending[id]);
  const offline = useTroupe((state) => state.connection !== "live");
  const mayManage = useMay("manageStatuses");
  const [up, down] = [stepInCategory(order, id, -1), stepInCategory(order, id, 1)];
  const move = (after: string | null | undefined) => after !== undefined && void moveStatus(id, after);
  return (
    <tr>
      <td className={settings.who}>
        <span className={settings.person}>
          <StatusIcon category={category} />
          <span className={settings.name} dir="auto" title={name}>{name}</span>
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
      </td>
      <td className={settings.number}>{tasks > 0 && <span className={settings.quiet}>{shownNumber(tasks)}</span>}</td>
      <td className={settings.more}>
        {mayManage && (
          <Menu
            name={t`Actions for ${name}`}
            align="end"
            items={[
              { id: "edit", name: t`Edit status`, icon: PenLine, onSelect: onEdit },
              { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => move(up) },
              { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => move(down) },
              { id: "delete", name: t`Delete status`, icon: Trash2, danger: true, apart: true, disabled: order.length < 2, onSelect: onDelete },
            ]}
          >
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}
