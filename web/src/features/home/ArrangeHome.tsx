import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { cx } from "@/lib/cx";
import { moveTo, step, type Behind } from "@/lib/place";
import { useDragInOrder } from "@/lib/useDragInOrder";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { IconButton } from "@/ui/IconButton";
import styles from "./ArrangeHome.module.css";
import { blockNames, type HomeBlock, type HomeChoice } from "./blocks";

interface ArrangeHomeProps {
  choice: HomeChoice;
  onChoose: (choice: HomeChoice) => void;
  onClose: () => void;
}

/** Chooses the blocks of the home page and their order. The person sees each change behind the dialog at once. */
export function ArrangeHome({ choice, onChoose, onClose }: ArrangeHomeProps) {
  const { order, hidden } = choice;
  const show = (block: HomeBlock, shown: boolean) => onChoose({ order, hidden: shown ? hidden.filter((each) => each !== block) : [...hidden, block] });
  const move = (block: string, after: Behind) => {
    const moved = order.find((each) => each === block);
    if (moved && after !== undefined) onChoose({ order: moveTo(order, moved, after), hidden });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Customize home`}
      text={t`Drag blocks to change their order. Your choice applies only in this browser.`}
      actions={<Button variant="primary" onClick={onClose}><Trans>Done</Trans></Button>}
    >
      <ul className={styles.blocks} aria-label={t`Blocks`}>
        {order.map((block) => (
          <li key={block}>
            <BlockLine block={block} shown={!hidden.includes(block)} order={order} onShow={(shown) => show(block, shown)} onMove={move} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface BlockLineProps {
  block: HomeBlock;
  shown: boolean;
  order: readonly HomeBlock[];
  onShow: (shown: boolean) => void;
  onMove: (block: string, after: Behind) => void;
}

/** A block. It moves by dragging or by its buttons. */
function BlockLine({ block, shown, order, onShow, onMove }: BlockLineProps) {
  const name = blockNames[block];
  const { item, dragged, edge } = useDragInOrder({ kind: "home-block", id: block, order, axis: "down", onMove });
  const [up, down] = [step(order, block, -1), step(order, block, 1)];
  return (
    <div ref={item} className={cx(styles.line, dragged && styles.dragged, edge === "top" && styles.above, edge === "bottom" && styles.below)}>
      <label>
        <Checkbox checked={shown} onChange={onShow} />
        <span>{name}</span>
      </label>
      <IconButton icon={ArrowUp} name={t`Move ${name} up`} size="xs" aria-disabled={up === undefined} onClick={() => onMove(block, up)} />
      <IconButton icon={ArrowDown} name={t`Move ${name} down`} size="xs" aria-disabled={down === undefined} onClick={() => onMove(block, down)} />
    </div>
  );
}
