import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Ellipsis, Trash2, X } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { ask } from "@/actions/ask";
import { actionNamed } from "@/actions/registry";
import { clearSelection } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { menuOf, sceneAbout } from "@/actions/ticketMenu";
import { trashWithUndo } from "@/actions/trash";
import { useMayOnAll } from "@/actions/useMay";
import { isOnAll, nameIn, withPart, type With } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { useLocation } from "@/lib/location";
import { placeAt } from "@/lib/placeAt";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import { Menu } from "@/ui/Menu";
import styles from "./BulkBar.module.css";

/** The most tickets that one event may change. */
const most = 700;

/** The actions on all selected tickets, each as one undo step. */
export function BulkBar() {
  const selected = useTarget((target) => target.selected);
  return selected.length === 0 ? null : <Bar selected={selected} />;
}

function Bar({ selected }: { selected: string[] }) {
  // The element that had the focus before the bar did; it gets the focus back when the bar closes.
  const before = useRef<EventTarget | null>(null);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
    [],
  );
  const fields = useFields();
  const mayEdit = useMayOnAll("editTickets", selected);
  const mayTrash = useMayOnAll("deleteTickets", selected);
  const readsOnly = !mayEdit && !mayTrash;
  // Few fields are missing on some tickets, and only these fields depend on the selected tickets.
  const missing = useTroupe(useShallow((state) => fields.filter((field) => field.has && !isOnAll(field, selected.flatMap((id) => state.tickets[id] ?? [])))));
  const bulk = mayEdit ? withPart(fields, "bulk").filter((field) => !missing.includes(field)) : [];
  const follows = placeAt(useLocation().pathname).collection === "subscribed" || readsOnly;
  const tooMany = selected.length > most;
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={t`${selected.length} selected`}
      data-bulk
      onFocus={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      <b><Trans>{selected.length} selected</Trans></b>
      {tooMany && !readsOnly ? (
        <span className={styles.much}>
          {plural(most, { one: "You can change up to # task at once.", other: "You can change up to # tasks at once." })}
        </span>
      ) : (
        <>
          {bulk.filter(({ bulk }) => !bulk.more).map((field) => (
            <button key={field.id} type="button" onClick={(event) => ask(field.id, selected, event.currentTarget)}>
              <Icon of={field.bulk.icon} size={14} />
              <span className={styles.word}>{nameIn(field, "bulk")}</span>
            </button>
          ))}
          <More fields={bulk.filter(({ bulk }) => bulk.more)} follows={!follows} selected={selected} />
          {mayEdit && mayTrash && <span className={styles.rule} />}
          {mayTrash && (
            <button type="button" onClick={() => trashWithUndo(selected)}>
              <Icon of={Trash2} size={14} />
              <span className={styles.word}><Trans>Trash</Trans></span>
            </button>
          )}
          {follows && <Direct ids={["ticket.subscribe", ...(readsOnly ? ["ticket.copyKey", "ticket.copyLink"] : [])]} selected={selected} />}
        </>
      )}
      <span className={styles.rule} />
      <button type="button" className={styles.clear} aria-label={t`Clear selection`} onClick={clearSelection}>
        <Keys keys="Escape" tone="inverse" />
        <Icon of={X} />
      </button>
    </div>
  );
}

/** The attributes and the rarer actions in a menu: there is no room for a button each. */
function More({ fields, follows, selected }: { fields: readonly With<"bulk">[]; follows: boolean; selected: string[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const actions = menuOf(sceneAbout(selected), [["ticket.duplicate", "ticket.toSubtask", "ticket.toTask"], follows ? ["ticket.subscribe"] : []]);
  if (fields.length + actions.length === 0) return null;
  const choose = ({ id }: With<"bulk">) => button.current && ask(id, selected, button.current);
  return (
    <Menu
      name={t`More`}
      side="top"
      items={[
        ...fields.map((field) => ({ id: field.id, name: nameIn(field, "bulk"), icon: field.bulk.icon, onSelect: () => choose(field) })),
        ...actions.map((item, index) => ({ ...item, apart: fields.length > 0 && index === 0 })),
      ]}
    >
      <button ref={button} type="button">
        <Icon of={Ellipsis} size={14} />
        <span className={styles.word}><Trans>More</Trans></span>
      </button>
    </Menu>
  );
}

/** One button for each action: subscribing on *Subscribed by me*; subscribing and copying for a person who may only read. */
function Direct({ ids, selected }: { ids: readonly string[]; selected: string[] }) {
  const config = useTroupe.getState();
  const scene = sceneAbout(selected);
  return ids.map((id) => {
    const action = actionNamed(config, id);
    if (!action?.applies(scene)) return null;
    return (
      <button key={id} type="button" onClick={() => action.run(sceneAbout(selected))}>
        <Icon of={action.icon} size={14} />
        <span className={styles.word}>{action.label(scene)}</span>
      </button>
    );
  });
}
