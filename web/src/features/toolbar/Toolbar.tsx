import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowUpDown, Columns3, Layers, ListFilter, ListTree } from "lucide-react";
import { Suspense, useRef, useState, type ReactNode } from "react";
import { laterComponent, useUsable } from "@/lib/later";
import { useEver } from "@/lib/useEver";
import { useHotkeys } from "@/lib/hotkeys";
import type { ViewKind } from "@/lib/paths";
import { toggledColumn } from "@/fields/arrange/columns";
import type { Place } from "@/fields/arrange/place";
import { isFiltered, unfiltered, type Settings } from "@/fields/arrange/settings";
import { nameIn, withPart, type FieldId } from "@/fields/field";
import { useFieldsIn } from "@/fields/registry";
import { Button } from "@/ui/Button";
import { FindField } from "@/ui/FindField";
import { Menu } from "@/ui/Menu";
import { Picker } from "@/ui/Picker";
import { Popover } from "@/ui/Popover";
import { groupLines, sortLines, subtaskLines } from "@/actions/arranging";
import { shownNumber } from "@/words/region";
import styles from "./Toolbar.module.css";

const Chips = laterComponent(async () => (await import("./Chips")).Chips);
const FilterMenu = laterComponent(async () => (await import("./FilterMenu")).FilterMenu);
const SavedViews = laterComponent(async () => (await import("./SavedViews")).SavedViews, { instead: () => null });
const SavedTabs = laterComponent(async () => (await import("./SavedTabs")).SavedTabs, { instead: () => null });
const ShowCompleted = laterComponent(async () => (await import("./ShowCompleted")).ShowCompleted, { idle: false });
const BoardTools = laterComponent(async () => (await import("./BoardTools")).BoardTools);

interface ToolbarProps {
  place: Place;
  view: ViewKind;
  settings: Settings;
  /** The number of tickets that are shown. */
  shown: number;
  total: number;
  /** The field whose filter is to be opened, if any. */
  filtering: FieldId | null;
  onFilter: (field: FieldId | null) => void;
  onChange: (patch: Partial<Settings>) => void;
  /** Controls that only the shown view has. */
  children?: ReactNode;
}

/** The toolbar of a place: filters at the left, the order at the right. */
export function Toolbar({ place, view, settings, shown, total, filtering: opened, onFilter: setOpened, onChange, children }: ToolbarProps) {
  const { filters, filter, find: text, group, columns, subtasks } = settings;
  const fields = useFieldsIn(place.listId);
  const inColumns = withPart(fields, "column");
  const [choosing, setChoosing] = useState(false);
  const find = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opens = useRef(false);
  const filtered = isFiltered(settings);
  const asksCompleted = place.collection === "mine" || place.collection === "person";
  // Chips also hold a filter that has no value yet.
  const hasChips = useEver(opened !== null || filtered);
  const usable = useUsable((state) => state.usable);
  const hasViews = usable && place.recordId == null;
  const sorting = sortLines(settings, place.collection === "list", fields);
  useHotkeys({
    F: () => setChoosing(true),
    "Alt+Shift+F": () => onChange(unfiltered),
    "/": () => find.current?.focus(),
  });
  return (
    <>
      <Suspense>{hasViews && <SavedTabs place={place} layout={view} settings={settings} />}</Suspense>
      <div className={styles.bar} data-crowded={(asksCompleted && view === "gantt") || undefined} role="toolbar" aria-label={t`Filters and view`}>
        <Suspense>
          {hasChips && <Chips listId={place.listId} filters={filters} filter={filter} opened={opened} onOpened={setOpened} onChange={onChange} />}
        </Suspense>
        <Popover
          name={t`Filter by`}
          open={choosing}
          onOpenChange={setChoosing}
          className={styles.filters}
          // What was clicked, or what the menu opens, has the focus.
          onReturnFocus={() => {
            if (!opens.current && document.activeElement === document.body) button.current?.focus();
            opens.current = false;
          }}
          trigger={
            <Button ref={button} variant="ghost" size="sm" icon={ListFilter} className={styles.tool}>
              <span className={styles.filterWord}><Trans>Filter</Trans></span>
            </Button>
          }
        >
          <FilterMenu
            place={place}
            settings={settings}
            onOpen={(id) => {
              opens.current = true;
              setOpened(id);
            }}
            onChange={onChange}
            onDone={() => setChoosing(false)}
          />
        </Popover>
        <FindField ref={find} name={t`Find in list`} text={text} onText={(next) => onChange({ find: next })} />
        <Suspense>{asksCompleted && <ShowCompleted openOnly={settings.openOnly} onChange={onChange} />}</Suspense>
        <span className={styles.shown} role="status">
          {filtered ? t`${shownNumber(shown)} of ${shownNumber(total)}` : ""}
        </span>
        {filtered && (
          <Button variant="ghost" size="sm" className={styles.tool} onClick={() => onChange(unfiltered)}>
            <Trans>Clear</Trans>
          </Button>
        )}
        <span className={styles.space} />
        <Suspense>{hasViews && <SavedViews place={place} layout={view} settings={settings} onChange={onChange} />}</Suspense>
        <Suspense>{view === "kanban" && <BoardTools settings={settings} onChange={onChange} />}</Suspense>
        {(view === "spreadsheet" || view === "gantt") && (
          <Menu
            name={t`Group by`}
            align="end"
            items={groupLines(fields).map(({ id, name }) => ({ id, name, checked: id === group, onSelect: () => onChange({ group: id }) }))}
          >
            <Button variant="ghost" size="sm" icon={Layers} className={styles.tool}>
              <span className={styles.word}><Trans>Group</Trans></span> <b>{groupLines(fields).find(({ id }) => id === group)?.name}</b>
            </Button>
          </Menu>
        )}
        <Menu
          name={t`Sort by`}
          align="end"
          items={[...sorting.by, ...sorting.ways].map(({ name, checked, sort, descending }, index) => ({ id: name, name, checked, apart: index === sorting.by.length, onSelect: () => onChange({ sort, descending }) }))}
        >
          <Button variant="ghost" size="sm" icon={ArrowUpDown} className={styles.tool}>
            <span className={styles.word}><Trans>Sort</Trans></span> <b>{sorting.name}</b>
          </Button>
        </Menu>
        {view === "spreadsheet" && (
          <Menu
            name={t`Subtasks`}
            align="end"
            items={subtaskLines().map(({ id, name }) => ({ id, name, checked: id === subtasks, onSelect: () => onChange({ subtasks: id }) }))}
          >
            <Button variant="ghost" size="sm" icon={ListTree} className={`${styles.tool} ${styles.roomy}`}>
              <span className={styles.word}><Trans>Subtasks</Trans></span> <b>{subtaskLines().find(({ id }) => id === subtasks)?.name}</b>
            </Button>
          </Menu>
        )}
        {view === "spreadsheet" && (
          <Picker
            multi
            align="end"
            name={t`Columns`}
            options={inColumns.map((field) => ({ id: field.id, name: nameIn(field, "column") }))}
            selected={columns}
            onPick={(id) => onChange({ columns: toggledColumn(columns, fields, id) })}
            trigger={
              <Button variant="ghost" size="sm" icon={Columns3} className={`${styles.tool} ${styles.roomy}`}>
                <span className={styles.word}><Trans>Columns</Trans></span> <b>{columns.length}</b>
              </Button>
            }
          />
        )}
        {children}
      </div>
    </>
  );
}
