import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Ellipsis, LayoutTemplate, List as ListIcon, PenLine, Plus, SquarePlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { mayIn } from "@/actions/rights";
import { deleteTemplate } from "@/actions/templates";
import { countIn, templatesOfLists, templatesOfTasks } from "@/actions/templateUse";
import { useMay } from "@/actions/useMay";
import { openOverlay } from "@/lib/overlays";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { ListPicture } from "@/ui/Label";
import { Menu, type MenuItem } from "@/ui/Menu";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { Template } from "@/wire/generated";
import attributes from "../attributes/Attributes.module.css";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import styles from "./Templates.module.css";
import { RenameTemplate } from "./RenameTemplate";

/** The templates of tasks and of lists that the person sees. */
export function Templates() {
  const templates = useTroupe((state) => state.templates);
  const lists = useTroupe((state) => state.lists);
  const mayMake = useMay("editLists");
  const [renamed, setRenamed] = useState<Template | null>(null);
  const all = [...templatesOfTasks({ templates, lists }, null), ...templatesOfLists({ templates })];
  return (
    <section className={settings.section} aria-label={t`Templates`}>
      <Head
        title={t`Templates`}
        text={t`Tasks and lists that you make again and again. Use them in the dialogs for a new task and a new list. To save one, open the menu of a task or the settings of a list.`}
        action={
          mayMake && (
            <Button variant="primary" icon={Plus} onClick={() => openOverlay({ kind: "template" })}>
              <Trans>New template</Trans>
            </Button>
          )
        }
      />
      {all.length > 0 ? (
        <table className={settings.table} aria-label={t`Templates`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Name</Trans></th>
              <th scope="col" className={styles.makes}><Trans>For</Trans></th>
              <th scope="col" className={settings.number}><Trans>Tasks</Trans></th>
              <th scope="col">
                <span className={settings.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.map((template) => <Line key={template.id} of={template} onRename={() => setRenamed(template)} />)}
          </tbody>
        </table>
      ) : (
        <p className={settings.empty}><Trans>No templates yet.</Trans></p>
      )}
      {renamed && <RenameTemplate of={renamed} onClose={() => setRenamed(null)} />}
    </section>
  );
}

function Line({ of: template, onRename }: { of: Template; onRename: () => void }) {
  const { id, name, listId, list, tickets } = template;
  const place = useTroupe((state) => (listId === null ? undefined : state.lists[listId]));
  const mayEdit = useTroupe(({ capabilities }) => mayIn(capabilities, "editLists", listId));
  const mayTask = useTroupe(({ capabilities }) => mayIn(capabilities, "createTickets", listId));
  const mayList = useMay("createLists");
  const pending = useTroupe((state) => state.pending[id]);
  const offline = useTroupe((state) => state.connection !== "live");
  const views = list?.views.length ?? 0;
  const about = list === null ? (tickets[0]?.title ?? "") : views > 0 ? plural(views, { one: "# shared view", other: "# shared views" }) : "";
  const items: MenuItem[] = [];
  if (list === null && mayTask) items.push({ id: "task", name: t`New task from it`, icon: SquarePlus, onSelect: () => openOverlay({ kind: "newTicket", templateId: id }) });
  if (list !== null && mayList) items.push({ id: "list", name: t`New list from it`, icon: ListIcon, onSelect: () => openOverlay({ kind: "listSettings", templateId: id }) });
  if (mayEdit && list === null) items.push({ id: "edit", name: t`Edit`, icon: PenLine, onSelect: () => openOverlay({ kind: "template", templateId: id }) });
  if (mayEdit && list !== null) items.push({ id: "rename", name: t`Rename`, icon: PenLine, onSelect: onRename });
  if (mayEdit) items.push({ id: "delete", name: t`Delete template`, icon: Trash2, danger: true, apart: items.length > 0, onSelect: () => deleteTemplate(id, name) });
  return (
    <tr data-template={id}>
      <td className={attributes.about}>
        <span className={settings.person}>
          <Icon of={LayoutTemplate} className={attributes.icon} />
          <span className={settings.name} dir="auto" title={name}>{name}</span>
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
        {about !== "" && <p className={attributes.description} dir="auto">{about}</p>}
      </td>
      <td className={styles.makes}>
        {list !== null ? (
          <Trans>New lists</Trans>
        ) : place ? (
          <span className={styles.place}>
            <ListPicture hue={place.color} outline={place.suggested} icon={place.icon} restricted={false} />
            <bdi>{place.name}</bdi>
          </span>
        ) : (
          <Trans>Tasks of all lists</Trans>
        )}
      </td>
      <td className={settings.number}>{tickets.length > 0 && <span className={settings.quiet}>{countIn(tickets)}</span>}</td>
      <td className={settings.more}>
        {items.length > 0 && (
          <Menu name={t`Actions for ${name}`} align="end" items={items}>
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}
