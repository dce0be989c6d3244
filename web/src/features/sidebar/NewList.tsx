import { t } from "@lingui/core/macro";
import { Lock, LockOpen } from "lucide-react";
import { useState } from "react";
import { createList } from "@/actions/lists";
import { useMay } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { useNavigate } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { activeListsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { ListDot } from "@/ui/Label";
import { nextHue } from "@/ui/nextHue";
import { NameInput } from "./NameInput";
import styles from "./Sidebar.module.css";

export interface NewListProps {
  slug: string;
  /** Called once the list has a name, or the person has cancelled. */
  onDone: () => void;
}

/** The field for a new list. */
export function NewList({ slug, onDone }: NewListProps) {
  const navigate = useNavigate();
  const lists = useTroupe((state) => state.lists);
  const mayRestrict = useMay("restrictLists");
  const [restricted, setRestricted] = useState(false);
  const color = nextHue(activeListsInOrder({ lists }).filter((list) => !list.suggested).map((list) => list.color));
  const create = async (name: string) => {
    onDone();
    const { id } = createList({ name, color, restricted });
    navigate(paths.list(slug, id));
    if (restricted) openOverlay({ kind: "share", listId: id });
  };
  return (
    <NameInput
      picture={<ListDot hue={color} />}
      label={t`New list name`}
      taken={Object.values(lists).map((list) => list.name)}
      more={
        mayRestrict && (
          <IconButton
            icon={restricted ? Lock : LockOpen}
            name={restricted ? t`Restricted: only people you choose` : t`Open to everyone`}
            size="xs"
            aria-pressed={restricted}
            className={cx(restricted && styles.chosen)}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setRestricted(!restricted)}
          />
        )
      }
      onName={(name) => void create(name)}
      onCancel={onDone}
    />
  );
}
