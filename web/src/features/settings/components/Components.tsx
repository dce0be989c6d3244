import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Blocks, Ellipsis, PenLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { deleteComponent } from "@/actions/records";
import { useMay } from "@/actions/useMay";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { componentsInOrder, memberName } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { totalTickets } from "@/sync/totals";
import { Button } from "@/ui/Button";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { Component } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import attributes from "../attributes/Attributes.module.css";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import styles from "../types/Types.module.css";
import { ComponentDialog } from "./ComponentDialog";

/** The open dialog. */
type Asked = { what: "create" } | { what: "edit" | "delete"; component: Component };

/** The components of the workspace, by name. */
export function Components() {
  const components = useTroupe((state) => state.components);
  const mayManage = useMay("manageLabels");
  const [asked, setAsked] = useState<Asked | null>(null);
  const inOrder = componentsInOrder({ components });
  const close = () => setAsked(null);
  return (
    <section className={settings.section} aria-label={t`Components`}>
      <Head
        title={t`Components`}
        text={t`The parts of your product. A task can belong to several.`}
        action={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => setAsked({ what: "create" })}>
              <Trans>New component</Trans>
            </Button>
          )
        }
      />
      {inOrder.length > 0 && (
        <table className={settings.table} aria-label={t`Components`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Name</Trans></th>
              <th scope="col" className={styles.lead}><Trans>Lead</Trans></th>
              <th scope="col" className={settings.number}><Trans>Tasks</Trans></th>
              <th scope="col">
                <span className={settings.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {inOrder.map((component) => (
              <Line
                key={component.id}
                of={component}
                onEdit={() => setAsked({ what: "edit", component })}
                onDelete={() => setAsked({ what: "delete", component })}
              />
            ))}
          </tbody>
        </table>
      )}
      {inOrder.length === 0 && <p className={settings.empty}><Trans>No components yet. Create one to add the field “Components” to tasks.</Trans></p>}
      {asked?.what === "create" && <ComponentDialog of={null} among={inOrder} onClose={close} />}
      {asked?.what === "edit" && <ComponentDialog of={asked.component} among={inOrder} onClose={close} />}
      {asked?.what === "delete" && <DeleteComponent of={asked.component} others={inOrder.filter(({ id }) => id !== asked.component.id)} onClose={close} />}
    </section>
  );
}

interface LineProps {
  of: Component;
  onEdit: () => void;
  onDelete: () => void;
}

function Line({ of: { id, name, description, leadUserId }, onEdit, onDelete }: LineProps) {
  const { workspace: slug = "" } = useParams();
  const total = useTroupe((state) => totalTickets(state, id));
  const lead = useTroupe((state) => (leadUserId === null ? undefined : state.members[leadUserId]));
  const pending = useTroupe((state) => state.pending[id]);
  const offline = useTroupe((state) => state.connection !== "live");
  const mayManage = useMay("manageLabels");
  return (
    <tr data-component={id}>
      <td className={attributes.about}>
        <span className={settings.person}>
          <Icon of={Blocks} className={attributes.icon} />
          <Link className={styles.open} to={paths.record(slug, "component", id)} dir="auto" title={name}>
            {name}
          </Link>
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
        {description !== "" && <p className={attributes.description} dir="auto">{description}</p>}
      </td>
      <td className={styles.lead} dir="auto">{lead && memberName(lead)}</td>
      <td className={settings.number}>{total > 0 && <span className={settings.quiet}>{shownNumber(total)}</span>}</td>
      <td className={settings.more}>
        {mayManage && (
          <Menu
            name={t`Actions for ${name}`}
            align="end"
            items={[
              { id: "edit", name: t`Edit`, icon: PenLine, onSelect: onEdit },
              { id: "delete", name: t`Delete component`, icon: Trash2, danger: true, apart: true, onSelect: onDelete },
            ]}
          >
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}

interface DeleteComponentProps {
  of: Component;
  others: readonly Component[];
  onClose: () => void;
}

/** Asks which component the tasks get instead, if any. */
function DeleteComponent({ of: { id, name }, others, onClose }: DeleteComponentProps) {
  const count = useTroupe((state) => totalTickets(state, id));
  const tasks = plural(count, { one: "# task has this component.", other: "# tasks have this component." });
  const none = { id: "", name: t`No other component` };
  return (
    <DeleteIntoDialog
      title={t`Delete the component “${name}”?`}
      text={count === 0 ? t`No task that you see has this component.` : others.length === 0 ? t`${tasks} It will be removed from them.` : t`${tasks} Choose a replacement.`}
      confirm={t`Delete component`}
      ask={t`Replace with`}
      empty={count === 0 || others.length === 0}
      targets={[none, ...others.map((other) => ({ id: other.id, name: other.name }))]}
      first={none.id}
      onCancel={onClose}
      onDelete={(target) => {
        onClose();
        void deleteComponent(id, target || null);
        tell({ text: t`Deleted “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}
