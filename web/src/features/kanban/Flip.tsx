import { Component, type ReactNode, type RefObject } from "react";
import { isStill } from "@/lib/still";
import { flights, type Rects } from "./flights";
import styles from "./Kanban.module.css";
import type { Lane } from "./grid";

interface FlipProps {
  board: RefObject<HTMLElement | null>;
  lanes: readonly Lane[];
  /** Changes when the person has changed the settings of the board. Then no card flies. */
  shows: unknown;
  /** True from a drop by the person until the board has shown its result. */
  settling: RefObject<boolean>;
  inHand: ReadonlySet<string>;
  children: ReactNode;
}

const cards = (board: HTMLElement | null) => board?.querySelectorAll<HTMLElement>("article[data-ticket]:not([aria-hidden])") ?? [];
const keyOf = ({ dataset: { ticket = "", laneId = "", columnId = "" } }: HTMLElement) => ({ ticketId: ticket, cell: `${laneId} ${columnId}` });

function measured(board: HTMLElement | null): Rects {
  return [...cards(board)].map((element) => {
    const { left, top, width } = element.getBoundingClientRect();
    return { ...keyOf(element), left, top, width };
  });
}

/**
 * Lets cards move to the places that a change has given them. It is a class because only a class can measure the cards
 * before React moves them.
 */
export class Flip extends Component<FlipProps> {
  override getSnapshotBeforeUpdate({ lanes, shows }: FlipProps): Rects | null {
    return lanes === this.props.lanes || shows !== this.props.shows ? null : measured(this.props.board.current);
  }

  override componentDidUpdate(_: FlipProps, __: unknown, before: Rects | null): void {
    if (!before) return;
    const { board, settling, inHand } = this.props;
    const own = settling.current;
    settling.current = false;
    if (!own && board.current) move(board.current, before, inHand);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

function move(board: HTMLElement, before: Rects, inHand: ReadonlySet<string>): void {
  const still = isStill();
  const style = getComputedStyle(board);
  const easing = style.getPropertyValue("--ease-move").trim() || "ease";
  const [now, elements] = [measured(board), [...cards(board)]];
  for (const { index, x, y, far } of flights(before, now, inHand)) {
    const card = elements[index];
    if (!card) continue;
    if (still) ring(card);
    else if (far) fly(board, card, x, y, easing);
    else card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 220, easing });
  }
}

/** With reduced motion, a ring shows which card has moved. */
function ring(card: HTMLElement): void {
  card.animate([{ boxShadow: "0 0 0 2px var(--accent-line)" }, { boxShadow: "0 0 0 2px transparent" }], { duration: 1_200 });
}

/** A column cuts off what lies outside of it, so a picture of the card flies over the board. */
function fly(board: HTMLElement, card: HTMLElement, x: number, y: number, easing: string): void {
  const { left, top, width } = card.getBoundingClientRect();
  const picture = card.cloneNode(true) as HTMLElement;
  picture.classList.add(styles.flying ?? "");
  picture.ariaHidden = "true";
  picture.inert = true;
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  board.append(picture);
  const hidden = card.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 220 });
  const flight = picture.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 220, easing });
  const land = () => {
    picture.remove();
    hidden.cancel();
  };
  flight.addEventListener("finish", land);
  flight.addEventListener("cancel", land);
}
