import { t } from "@lingui/core/macro";
import { ListFilter } from "lucide-react";
import { useMemo } from "react";
import { activeListsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ListDot } from "@/ui/Label";
import { Picker, type PickerOption } from "@/ui/Picker";
import { inRow } from "@/words/isolate";
import { filterReasons, switched, type InboxFilter } from "./sections";
import styles from "./InboxList.module.css";
import { reasonName } from "./words";

/** The button that narrows the inbox by reason and by list. */
export function InboxFilterPicker({ filter, onChange }: { filter: InboxFilter; onChange: (filter: InboxFilter) => void }) {
  const lists = useTroupe((state) => state.lists);
  const selected = useMemo(() => [...filter.reasons, ...filter.listIds], [filter]);
  const options = useMemo(() => {
    const reasons = filterReasons.map((id): PickerOption => ({ id, name: reasonName(id), meta: t`Reason` }));
    const places = activeListsInOrder({ lists }).map(({ id, name, color, suggested, icon }): PickerOption => ({ id, name, picture: <ListDot hue={color} outline={suggested} icon={icon} />, meta: t`List` }));
    return [...reasons, ...places];
  }, [lists]);
  const chosen = options.filter(({ id }) => selected.includes(id)).map(({ name }) => name);
  const said = chosen.length > 2 || chosen.length < selected.length ? t`${selected.length} values` : inRow(chosen);
  return (
    <Picker
      multi
      name={t`Reason or list`}
      align="end"
      options={options}
      selected={selected}
      onPick={(id) => onChange(switched(filter, id))}
      trigger={
        <Button icon={ListFilter} variant={selected.length === 0 ? "ghost" : "default"} aria-label={selected.length === 0 ? t`Filter` : t`Filter: ${said}`}>
          <span className={styles.filter}>{selected.length === 0 ? t`Filter` : said}</span>
        </Button>
      }
    />
  );
}
