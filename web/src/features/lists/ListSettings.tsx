import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Archive, ArchiveRestore, Copy, CopyPlus, LayoutTemplate } from "lucide-react";
import { useState } from "react";
import { createList, updateList } from "@/actions/lists";
import { createListFrom, countIn, templatesOfLists } from "@/actions/listFromTemplate";
import { countInList, duplicateList, duplicateWithTasks } from "@/actions/duplicateList";
import { setArchived } from "@/actions/groups";
import { useMay } from "@/actions/useMay";
import { nextHue } from "@/ui/nextHue";
import { useNavigate } from "@/lib/location";
import { closeOverlay, openOverlay, useOverlay, type Overlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { isNameTaken } from "@/lib/useName";
import { restrictedLists } from "@/sync/homes";
import { undo, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
import { Field, Select, TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { ListPatch, Template } from "@/wire/generated";
import { HueRow } from "@/ui/HueRow";
import { IconRow } from "@/ui/IconRow";
import { ListDot } from "@/ui/Label";
import { listed } from "@/words/i18n";
import styles from "./Lists.module.css";

/** The longest description, in characters. The node counts bytes, up to 1,000. */
const longest = 250;

type Asked = Extract<Overlay, { kind: "listSettings" }>;

/** The settings of a list: name, picture, colour and description, and the archive. Also makes a list in a group. */
export function ListSettings({ slug }: { slug: string }) {
  const asked = useOverlay(({ overlay }) => (overlay?.kind === "listSettings" ? overlay : null));
  return asked && <SettingsForm asked={asked} slug={slug} />;
}

function SettingsForm({ asked, slug }: { asked: Asked; slug: string }) {
  const navigate = useNavigate();
  const lists = useTroupe((state) => state.lists);
  const restricted = useTroupe(restrictedLists);
  const group = useTroupe((state) => (asked.groupId === undefined ? undefined : state.groups[asked.groupId]));
  const list = asked.listId === undefined ? undefined : lists[asked.listId];
  // The name of a restricted list is free for others.
  const others = Object.values(lists).filter(({ id }) => id !== asked.listId && !restricted.has(id));
  const templates = useTroupe((state) => state.templates);
  const offered = list ? [] : templatesOfLists({ templates });
  const [templateId, setTemplateId] = useState(asked.templateId ?? "");
  const template = templates[templateId];
  const start = template?.list;
  const [name, setName] = useState(list?.name ?? "");
  const [icon, setIcon] = useState(list?.icon ?? start?.icon ?? null);
  const [color, setColor] = useState(() => list?.color ?? start?.color ?? nextHue(others.map((other) => other.color)));
  const [description, setDescription] = useState(list?.description ?? start?.description ?? "");
  const chooseTemplate = (id: string) => {
    setTemplateId(id);
    const next = templates[id]?.list;
    if (!next) return;
    setIcon(next.icon ?? null);
    setColor(next.color);
    setDescription(next.description);
  };
  const [tried, setTried] = useState(false);
  const { leave, question } = useDiscard({ name, icon, color, description, templateId }, closeOverlay);
  const wanted = name.trim();
  const isAlone = list !== undefined && restricted.has(list.id);
  const taken = !isAlone && isNameTaken(wanted, others.map((other) => other.name)) ? t`That name is taken` : null;
  const [mayCreate, mayRestrict, mayEdit] = [useMay("createLists"), useMay("restrictLists"), useMay("editLists")];
  const mayAdd = useMay("createTickets");
  const count = useTroupe((state) => (asked.listId === undefined ? 0 : countInList(state, asked.listId)));
  const mayCopy = mayCreate && mayEdit && (mayRestrict || !isAlone);
  const save = () => {
    setTried(true);
    if (wanted === "" || taken !== null) return;
    closeOverlay();
    const about = description.trim();
    if (asked.listId === undefined) {
      const settings = { name: wanted, color, ...(icon && { icon }), description: about, groupId: asked.groupId ?? null };
      const id = template ? createListFrom(template, settings) : createList(settings).id;
      return navigate(paths.list(slug, id));
    }
    if (!list) return;
    const patch: ListPatch = {
      ...(wanted !== list.name && { name: wanted }),
      ...(icon !== (list.icon ?? null) && { icon }),
      ...(color !== list.color && { color }),
      ...(about !== (list.description ?? "") && { description: about }),
    };
    if (Object.keys(patch).length === 0) return;
    void updateList(list.id, patch).then(({ ok }) => ok && tell({ text: t`Saved “${wanted}”`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }));
  };
  const archived = Boolean(list?.archivedAt);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={list ? t`Settings of “${list.name}”` : group ? t`New list in “${group.name}”` : t`New list`}
      actions={
        <>
          <Button onClick={leave}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="list-settings" variant="primary">
            {list ? t`Save` : t`Create list`}
          </Button>
          {question}
        </>
      }
    >
      <form
        id="list-settings"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {offered.length > 0 && (
          <Field label={t`Template`} {...(template && { hint: contentText(template) })}>
            {(tied) => (
              <Select {...tied} value={templateId} onChange={({ target }) => chooseTemplate(target.value)}>
                <option value="">{t`None`}</option>
                {offered.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
              </Select>
            )}
          </Field>
        )}
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={taken ?? (tried && wanted === "" ? t`Enter a name` : null)} onChange={({ target }) => setName(target.value)} />
        <IconRow icon={icon} plain={{ name: t`Square`, picture: <ListDot hue={color} /> }} hue={color} onPick={setIcon} />
        <HueRow hue={color} onPick={setColor} />
        <Field label={t`Description`} hint={t`Shown above the tasks of the list.`}>
          {(tied) => <textarea {...tied} className={styles.area} dir="auto" maxLength={longest} value={description} onChange={({ target }) => setDescription(target.value)} />}
        </Field>
        {list && (
          <div className={styles.more}>
            <Button
              icon={archived ? ArchiveRestore : Archive}
              onClick={() => {
                closeOverlay();
                void setArchived(list.id, list.name, !archived);
              }}
            >
              {archived ? t`Bring back` : t`Archive`}
            </Button>
            {mayEdit && (
              <Button icon={LayoutTemplate} onClick={() => openOverlay({ kind: "saveTemplate", listId: list.id })}>
                {t`Save as template`}
              </Button>
            )}
            {mayCopy && (
              <Button
                icon={Copy}
                onClick={() => {
                  closeOverlay();
                  navigate(paths.list(slug, duplicateList(list.id)));
                }}
              >
                {t`Duplicate without tasks`}
              </Button>
            )}
            {mayCopy && mayAdd && count > 0 && (
              <Button
                icon={CopyPlus}
                onClick={() => {
                  closeOverlay();
                  void duplicateWithTasks(list.id).then((id) => (id === null ? undefined : navigate(paths.list(slug, id))));
                }}
              >
                {plural(count, { one: "Duplicate with # task", other: "Duplicate with # tasks" })}
              </Button>
            )}
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** What a new list gets from a template, besides its settings. */
function contentText({ list, tickets }: Template): string {
  const views = list?.views.length ?? 0;
  const tasks = countIn(tickets);
  const parts = [
    ...(views > 0 ? [plural(views, { one: "# shared view", other: "# shared views" })] : []),
    ...(tasks > 0 ? [plural(tasks, { one: "# task", other: "# tasks" })] : []),
  ];
  return parts.length === 0 ? t`Its settings only` : t`Comes with ${listed(parts)}`;
}
