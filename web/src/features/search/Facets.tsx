import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Columns3, MessageSquare, TextAlignStart, Type, type LucideIcon } from "lucide-react";
import { useMemo } from "react";
import { searchParts, type SearchPart } from "@/api/search";
import { listsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Checkbox } from "@/ui/Checkbox";
import { Select } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { isolated } from "@/words/isolate";
import { switched, type Sought } from "./address";
import styles from "./Search.module.css";

const pictures: Record<SearchPart, LucideIcon> = { title: Type, description: TextAlignStart, comment: MessageSquare, attribute: Columns3 };
const names: Record<SearchPart, () => string> = {
  title: () => t`Title`,
  description: () => t`Description`,
  comment: () => t`Comments`,
  attribute: () => t`Attributes`,
};

/** Narrows the results: where the words are, and in which list the task is. */
export function Facets({ sought, onChange }: { sought: Sought; onChange: (sought: Sought) => void }) {
  const all = useTroupe((state) => state.lists);
  // Archived lists come last.
  const lists = useMemo(() => listsInOrder({ lists: all }).toSorted((a, b) => Number(Boolean(a.archivedAt)) - Number(Boolean(b.archivedAt))), [all]);
  const everywhere = sought.parts.length === 0;
  return (
    <aside className={styles.facets} aria-label={t`Narrow the results`}>
      <fieldset>
        <legend><Trans>Search in</Trans></legend>
        {searchParts.map((part) => (
          <label key={part} className={styles.facet}>
            <Checkbox
              checked={everywhere || sought.parts.includes(part)}
              onChange={() => onChange({ ...sought, parts: switched(sought.parts, part) })}
            />
            <Icon of={pictures[part]} />
            {names[part]()}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend><Trans>List</Trans></legend>
        <Select
          aria-label={t`List`}
          value={sought.listId ?? ""}
          onChange={({ target }) => onChange({ ...sought, listId: target.value === "" ? null : target.value })}
        >
          <option value="">{t`All lists`}</option>
          {lists.map(({ id, name, archivedAt }) => {
            const called = isolated(name);
            return (
              <option key={id} value={id}>
                {archivedAt ? t`${called} (archived)` : name}
              </option>
            );
          })}
        </Select>
      </fieldset>
    </aside>
  );
}
