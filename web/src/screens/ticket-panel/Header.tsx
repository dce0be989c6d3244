import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowLeft, ArrowUp, BellMinus, ChevronsRight, Ellipsis, Link2, Maximize2, Minimize2, PanelRight, Share2 } from "lucide-react";
import { useAnswer } from "@/actions/answering";
import { actionNamed, isFollowed, linkTo, mayRun, shownKeys } from "@/actions/registry";
import { share } from "@/actions/share";
import { sceneAbout } from "@/actions/ticketMenu";
import { HereOnTicket } from "@/features/presence/HereOnTicket";
import type { TicketPlace } from "@/features/ticket/place";
import { toggleFields, toggleFull, useMeasure } from "@/lib/panelMeasure";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { restrictedLists } from "@/sync/homes";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { ArchivedMark, ListDot, RestrictedMark } from "@/ui/Label";
import { Menu } from "@/ui/Menu";
import { PrivateMark } from "@/ui/PrivateMark";
import { Tooltip } from "@/ui/Tooltip";
import type { Ticket } from "@/wire/generated";
import { useMenu } from "./menu";
import styles from "./TicketPanel.module.css";

interface HeaderProps {
  ticket: Ticket;
  place: TicketPlace;
  /** The list that is shown behind the panel, or else the ticket's first list. */
  listId: string | null;
  previous: string | null;
  next: string | null;
  /** True if the fields are a column beside the text. */
  hasColumn: boolean;
}

/** The header of the panel: the place of the ticket, the people in it, and the buttons to leave it. */
export function Header({ ticket, place, listId, previous, next, hasColumn }: HeaderProps) {
  const narrow = useMediaQuery("(max-width: 767px)");
  const full = useMeasure((measure) => measure.full);
  const fields = useMeasure((measure) => measure.fields);
  const key = useTroupe((state) => ticketKey(state, ticket));
  const shown = ticket.lists.some((each) => each.listId === listId) ? listId : (ticket.lists[0]?.listId ?? null);
  const list = useTroupe((state) => (shown === null ? undefined : state.lists[shown]));
  const restricted = useTroupe((state) => shown !== null && restrictedLists(state).has(shown));
  const menu = useMenu(ticket);
  const number = key ?? t`New task`;
  useAnswer(ticket.id, "fullPage", toggleFull);
  const run = (action: string) => () => actionNamed(useTroupe.getState(), action)?.run(sceneAbout([ticket.id]));
  const shareIt = () => {
    const link = linkTo(useTroupe.getState(), ticket);
    if (link !== null) void share(link, `${number} ${ticket.title}`);
  };
  if (narrow)
    return (
      <header className={styles.header}>
        <IconButton icon={ArrowLeft} name={t`Back`} onClick={place.close} />
        <span className={styles.key}>{number}</span>
        {ticket.private && <PrivateMark />}
        <span className={styles.space} />
        <HereOnTicket ticketId={ticket.id} />
        <IconButton icon={Share2} name={t`Share`} disabled={key === null} onClick={shareIt} />
        <Menu name={t`Task actions`} align="end" items={menu}>
          <IconButton icon={Ellipsis} name={t`Task actions`} />
        </Menu>
      </header>
    );
  return (
    <header className={styles.header}>
      <IconButton icon={ChevronsRight} name={t`Close`} keys="Escape" onClick={place.close} />
      <span className={styles.crumb}>
        {list && (
          <>
            <ListDot hue={list.color} outline={list.suggested} icon={list.icon} />
            <span className={styles.list} dir="auto">{list.name}</span>
            {restricted && <RestrictedMark />}
            {list.archivedAt && <ArchivedMark />}
            <span className={styles.slash} aria-hidden>
              /
            </span>
          </>
        )}
        <Tooltip name={t`Copy ID`} keys="Mod+.">
          <button type="button" className={styles.number} disabled={key === null} onClick={run("ticket.copyKey")}>
            {number}
          </button>
        </Tooltip>
        {ticket.private && <PrivateMark />}
      </span>
      <IconButton icon={Link2} name={t`Copy link`} keys="Mod+Shift+," disabled={key === null} onClick={run("ticket.copyLink")} />
      <IconButton
        icon={ArrowUp}
        name={t`Previous task`}
        keys="K"
        disabled={previous === null}
        onClick={() => previous !== null && place.open(previous, { replace: true })}
      />
      <IconButton
        icon={ArrowDown}
        name={t`Next task`}
        keys="J"
        disabled={next === null}
        onClick={() => next !== null && place.open(next, { replace: true })}
      />
      <span className={styles.space} />
      <HereOnTicket ticketId={ticket.id} />
      <span className={styles.rule} />
      <ActionButton id="ticket.complete" ticketId={ticket.id} />
      <ActionButton id="ticket.subscribe" ticketId={ticket.id} />
      {hasColumn && <IconButton icon={PanelRight} name={fields ? t`Hide fields` : t`Show fields`} keys="Mod+I" onClick={toggleFields} />}
      <IconButton
        icon={full ? Minimize2 : Maximize2}
        name={full ? t`Open beside list` : t`Open full page`}
        keys="Mod+Enter"
        onClick={toggleFull}
      />
      <Menu name={t`Task actions`} align="end" items={menu}>
        <IconButton icon={Ellipsis} name={t`Task actions`} />
      </Menu>
    </header>
  );
}

/** The button of an action on the ticket, while the action is possible. The name says what a click does, and changes with the state of the ticket. */
function ActionButton({ id, ticketId }: { id: "ticket.complete" | "ticket.subscribe"; ticketId: string }) {
  const action = useTroupe((state) => actionNamed(state, id));
  const name = useTroupe((state) => {
    const scene = { ...sceneAbout([ticketId]), view: state };
    return action && mayRun(action, scene) ? action.label(scene) : null;
  });
  const unsubscribes = useTroupe((state) => id === "ticket.subscribe" && isFollowed({ ...sceneAbout([ticketId]), view: state }));
  if (!action || name === null) return null;
  return <IconButton icon={unsubscribes ? BellMinus : action.icon} name={name} {...shownKeys(action)} onClick={() => action.run(sceneAbout([ticketId]))} />;
}

/** The header in place of a missing ticket. */
export function BareHeader({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <header className={styles.header}>
      <IconButton icon={ChevronsRight} name={t`Close`} keys="Escape" onClick={onClose} />
      <span className={styles.crumb}>{name}</span>
    </header>
  );
}
