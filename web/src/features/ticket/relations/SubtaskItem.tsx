import { t } from "@lingui/core/macro";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { Ellipsis } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { moveSubtask, setParent } from "@/actions/tickets";
import { trashTickets } from "@/actions/trash";
import { mayNowOn, useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { drop, step, type Behind } from "@/lib/place";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import type { Ticket } from "@/wire/generated";
import styles from "./Relations.module.css";
import { TicketRow } from "./TicketRow";

const TYPE = "troupe.subtask";

/** A subtask, which moves by dragging or with Alt and the arrow keys. */
export function SubtaskItem({ subtask, order }: { subtask: Ticket; order: readonly string[] }) {
  const item = useRef<HTMLLIElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<"top" | "bottom" | null>(null);
  const { id, parentTicketId } = subtask;
  const current = useRef(order);
  useEffect(() => {
    current.current = order;
  });
  useEffect(() => {
    const element = item.current;
    if (!element) return undefined;
    return combine(
      draggable({
        element,
        canDrag: () => mayNowOn("editTickets", [id]),
        getInitialData: () => ({ type: TYPE, id, parentTicketId }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.type === TYPE && source.data.parentTicketId === parentTicketId,
        getData: ({ input }) => attachClosestEdge({ id }, { element, input, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self, source }) => setEdge(source.data.id === id ? null : edgeOf(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          const on = edgeOf(self.data);
          if (on) move(String(source.data.id), drop(current.current, String(source.data.id), id, on));
        },
      }),
    );
  }, [id, parentTicketId]);

  const mayEdit = useMayOn("editTickets", subtask);
  const mayTrash = useMayOn("deleteTickets", subtask);
  const by = (steps: -1 | 1) => move(id, step(order, id, steps));
  const press = (event: KeyboardEvent) => {
    if (!mayEdit || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    by(event.key === "ArrowUp" ? -1 : 1);
  };
  const items: MenuItem[] = [];
  if (mayEdit)
    items.push(
      { id: "up", name: t`Move up`, keys: "Alt+ArrowUp", disabled: step(order, id, -1) === undefined, onSelect: () => by(-1) },
      { id: "down", name: t`Move down`, keys: "Alt+ArrowDown", disabled: step(order, id, 1) === undefined, onSelect: () => by(1) },
      { id: "free", name: t`Remove from parent`, apart: true, onSelect: () => void setParent([id], null) },
    );
  if (mayTrash) items.push({ id: "trash", name: t`Move to the trash`, apart: mayEdit, danger: true, onSelect: () => void trashTickets([id]) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt and the arrows, from the controls within
    <li
      ref={item}
      className={cx(styles.item, dragged && styles.dragged, edge === "top" && styles.above, edge === "bottom" && styles.below)}
      onKeyDown={press}
      data-subtask={id}
    >
      <TicketRow
        ticket={subtask}
        checks
        actions={
          items.length > 0 && (
            <span className={styles.tool}>
              <Menu name={t`Subtask actions`} align="end" items={items}>
                <IconButton size="xs" icon={Ellipsis} name={t`Actions for ${subtask.title}`} />
              </Menu>
            </span>
          )
        }
      />
    </li>
  );
}

function edgeOf(data: Record<string | symbol, unknown>): "top" | "bottom" | null {
  const edge = extractClosestEdge(data);
  return edge === "top" || edge === "bottom" ? edge : null;
}

function move(id: string, behind: Behind): void {
  if (behind !== undefined) void moveSubtask(id, behind);
}
