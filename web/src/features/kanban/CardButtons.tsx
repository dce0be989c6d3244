import { t } from "@lingui/core/macro";
import { CircleCheck, Ellipsis } from "lucide-react";
import type { MouseEvent } from "react";
import { actionNamed } from "@/actions/registry";
import { sceneAbout } from "@/actions/ticketMenu";
import { useMayOn } from "@/actions/useMay";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import type { Ticket } from "@/wire/generated";
import { isolated } from "@/words/isolate";
import styles from "./Card.module.css";

/** The buttons of a card under a mouse, or with the focus. They are no tab stops, because the keys of the board do the same. */
export function CardButtons({ ticket, called }: { ticket: Ticket; called: string }) {
  const mayEdit = useMayOn("editTickets", ticket);
  const name = isolated(called);
  const complete = (event: MouseEvent) => {
    focusCard(event);
    const scene = sceneAbout([ticket.id]);
    actionNamed(useTroupe.getState(), "ticket.complete")?.run(scene);
  };
  /** Opens the menu of the right mouse button below the button. */
  const more = (event: MouseEvent) => {
    focusCard(event);
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    event.currentTarget.dispatchEvent(new window.MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: left, clientY: bottom }));
  };
  return (
    <span className={styles.buttons}>
      {mayEdit && <IconButton size="xs" icon={CircleCheck} name={ticket.completed ? t`Reopen ${name}` : t`Complete ${name}`} tabIndex={-1} onClick={complete} />}
      <IconButton size="xs" icon={Ellipsis} name={t`Actions for ${name}`} aria-haspopup="menu" tabIndex={-1} onClick={more} />
    </span>
  );
}

const focusCard = ({ currentTarget }: MouseEvent) => currentTarget.closest<HTMLElement>("article")?.focus({ preventScroll: true });
