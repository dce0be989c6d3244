import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ChevronDown, EyeOff, Layers, ListFilter, Pin, PinOff, Plus, Settings2, Sigma } from "lucide-react";
import { useMay } from "@/actions/useMay";
import type { Settings } from "@/fields/arrange/settings";
import { nameIn, withPart, type Field, type FieldId } from "@/fields/field";
import { NONE } from "@/fields/options";
import { useFieldsIn } from "@/fields/registry";
import { title } from "@/fields/title";
import { cx } from "@/lib/cx";
import { useLocation, useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { placeAt } from "@/lib/placeAt";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Menu, type MenuItem } from "@/ui/Menu";
import { useTotalKinds } from "./chosenTotals";
import type { Column } from "./columns";
import styles from "./ColumnMenu.module.css";
import { toCell } from "./toCell";
import { totalItems } from "./totalWords";
import { steppedColumn } from "./tools/columnOrder";

interface ColumnMenuProps {
  field: Field;
  name: string;
  /** The columns that are shown. */
  columns: readonly Column[];
  settings: Settings;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onFilter: (field: FieldId) => void;
  onSettings: (patch: Partial<Settings>) => void;
}

/** What can be done to a column: order, group, filter, total, place, frozen or not, hidden. */
export function ColumnMenu({ field, name, columns, settings, open, onOpenChange, onFilter, onSettings }: ColumnMenuProps) {
  const { id, sort, group, filter } = field;
  const navigate = useNavigate();
  const mayManage = useMay("manageAttributes");
  const slug = useTroupe((state) => state.workspace?.key);
  const shown = columns.map((column) => column.id);
  const isTitle = id === title.id;
  const isFrozen = settings.frozen !== null && (id === settings.frozen || isTitle) && shown.includes(settings.frozen);
  const isGroup = settings.group === id;
  const [kinds, choose] = useTotalKinds();
  const totals = totalItems(field.value, kinds[id], (kind) => choose(id, kind));
  const move = (name: string, icon: MenuItem["icon"], step: 1 | -1): MenuItem => {
    const next = steppedColumn(settings.columns, shown, id, step);
    return { id: name, name, ...(icon && { icon }), disabled: next === settings.columns, onSelect: () => onSettings({ columns: next }) };
  };
  const sections: MenuItem[][] = [
    (sort?.ways ?? []).map((way, index) => {
      const descending = index === 1;
      return { id: `sort ${index}`, name: way(), icon: descending ? ArrowDown : ArrowUp, checked: settings.sort === id && settings.descending === descending, onSelect: () => onSettings({ sort: id, descending }) };
    }),
    [
      ...(group ? [{ id: "group", name: isGroup ? t`Don't group` : t`Group by ${name}`, icon: Layers, onSelect: () => onSettings({ group: isGroup ? NONE : id }) }] : []),
      ...(filter ? [{ id: "filter", name: t`Filter by ${name}`, icon: ListFilter, onSelect: () => onFilter(id) }] : []),
      ...(totals.length > 0 ? [{ id: "total", name: t`Total`, icon: Sigma, items: totals }] : []),
    ],
    [
      ...(isFrozen ? [{ id: "unfreeze", name: t`Unfreeze columns`, icon: PinOff, onSelect: () => onSettings({ frozen: null }) }] : []),
      ...(isTitle || isFrozen ? [] : [{ id: "freeze", name: t`Freeze up to here`, icon: Pin, onSelect: () => onSettings({ frozen: id }) }]),
      ...(isTitle ? [] : [move(t`Move left`, ArrowLeft, -1), move(t`Move right`, ArrowRight, 1)]),
    ],
    isTitle ? [] : [{ id: "hide", name: t`Hide column`, icon: EyeOff, onSelect: () => onSettings({ columns: settings.columns.filter((each) => each !== id) }) }],
    // New attributes, and other names for these columns.
    mayManage && slug !== undefined ? [{ id: "attributes", name: t`Attribute settings`, icon: Settings2, onSelect: () => navigate(paths.settings(slug, "attributes")) }] : [],
  ];
  const isLast = id === (shown.at(-1) ?? title.id);
  const items = sections.filter((section) => section.length > 0).flatMap((section, index) => section.map((item, at) => (index > 0 && at === 0 ? { ...item, apart: true } : item)));
  return (
    <>
      <Menu name={t`Actions for ${name}`} items={items} open={open} onOpenChange={onOpenChange}>
        <button
          type="button"
          // The grid is one tab stop. In a cell, Alt+Shift and the down arrow open the menu.
          tabIndex={-1}
          className={cx(styles.menu, isLast && styles.before)}
          aria-label={t`Actions for ${name}`}
          onFocus={toCell}
        >
          <Icon of={ChevronDown} size={12} />
        </button>
      </Menu>
      {isLast && <AddColumn columns={settings.columns} onColumns={(next) => onSettings({ columns: next })} />}
    </>
  );
}

interface AddColumnProps {
  columns: readonly FieldId[];
  onColumns: (columns: readonly FieldId[]) => void;
}

/** Adds one of the hidden columns at the end, or leads to a new attribute. Keys reach the same columns in the toolbar. */
function AddColumn({ columns, onColumns }: AddColumnProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const fields = useFieldsIn(placeAt(pathname).listId);
  const mayManage = useMay("manageAttributes");
  const slug = useTroupe((state) => state.workspace?.key);
  const hidden = withPart(fields, "column").filter(({ id }) => !columns.includes(id));
  const items: MenuItem[] = [
    ...hidden.map((field) => ({ id: field.id, name: nameIn(field, "column"), onSelect: () => onColumns([...columns, field.id]) })),
    ...(mayManage && slug !== undefined ? [{ id: "new attribute", name: t`New attribute`, icon: Plus, apart: hidden.length > 0, onSelect: () => navigate(paths.settings(slug, "attributes")) }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <Menu name={t`Add column`} align="end" items={items}>
      <button type="button" tabIndex={-1} className={cx(styles.menu, styles.add)} aria-label={t`Add column`} title={t`Add column`} onFocus={toCell}>
        <Icon of={Plus} size={14} />
      </button>
    </Menu>
  );
}
