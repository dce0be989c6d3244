import { t } from "@lingui/core/macro";
import { updateList } from "@/actions/lists";
import { useTroupe } from "@/sync/store";
import { ListDot } from "@/ui/Label";
import type { List } from "@/wire/generated";
import { NameInput } from "./NameInput";

export interface RenameListProps {
  list: List;
  /** Called once the list has its new name, or the person has cancelled. */
  onDone: () => void;
}

/** The field for the name of a list, in the place of its line. */
export function RenameList({ list, onDone }: RenameListProps) {
  const lists = useTroupe((state) => state.lists);
  return (
    <NameInput
      picture={<ListDot hue={list.color} outline={list.suggested} icon={list.icon} />}
      label={t`New name for ${list.name}`}
      initial={list.name}
      taken={Object.values(lists).flatMap(({ id, name }) => (id === list.id ? [] : [name]))}
      onName={(name) => {
        onDone();
        void updateList(list.id, { name });
      }}
      onCancel={onDone}
    />
  );
}
