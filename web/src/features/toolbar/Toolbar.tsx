import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowUpDown, Columns3, Layers, ListFilter, Search, X } from "lucide-react";
import { useEffect, useRef, useState, type Ref } from "react";
import { useLatest } from "@/lib/useLatest";
import { useHotkeys } from "@/lib/hotkeys";
import type { ViewKind } from "@/lib/paths";
import type { Place } from "@/sync/arrange/place";
import { columnIds, filterKinds, groupings, isFiltered, noFilters, type FilterKind, type Settings } from "@/sync/arrange/settings";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Menu } from "@/ui/Menu";
import { Picker } from "@/ui/Picker";
import { FilterChip, filterIcons } from "./FilterChip";
import { columnNames, filterNames, groupNames } from "@/actions/arrangeNames";
import { sortLines, type SortLine } from "@/actions/sorting";
import styles from "./Toolbar.module.css";

interface ToolbarProps {
  place: Place;
  view: ViewKind;
  settings: Settings;
  /** How many of how many are shown. */
  shown: number;
  total: number;
  onChange: (patch: Partial<Settings>) => void;
}

/** What is shown, and how: filters at the left, the order at the right. */
export function Toolbar({ place, view, settings, shown, total, onChange }: ToolbarProps) {
  const { filters, group, columns } = settings;
  const [opened, setOpened] = useState<FilterKind | null>(null);
  const [choosing, setChoosing] = useState(false);
  const find = useRef<HTMLInputElement>(null);
  // A chip stands there from the moment its kind is chosen, before it has a value.
  const chips = filterKinds.filter((kind) => filters[kind].length > 0 || kind === opened);
  const filtered = isFiltered(settings);
  const sorting = sortLines(settings, place.collection === "list");
  const sortTo = ({ sort, descending }: SortLine) => onChange({ sort, descending });
  useHotkeys({
    F: () => setChoosing(true),
    "Shift+F": () => {
      const last = filterKinds.findLast((kind) => filters[kind].length > 0);
      if (last) onChange({ filters: { ...filters, [last]: [] } });
    },
    "Alt+Shift+F": () => onChange({ filters: noFilters }),
    "/": () => find.current?.focus(),
  });
  return (
    <div className={styles.bar} role="toolbar" aria-label={t`Filters and view`}>
      {chips.map((kind) => (
        <FilterChip
          key={kind}
          kind={kind}
          values={filters[kind]}
          open={opened === kind}
          onOpen={(open) => setOpened(open ? kind : null)}
          onChange={(values) => onChange({ filters: { ...filters, [kind]: values } })}
        />
      ))}
      <Picker
        name={t`Filter by`}
        keys="F"
        open={choosing}
        onOpenChange={setChoosing}
        options={filterKinds.map((kind) => ({ id: kind, name: filterNames[kind], picture: <Icon of={filterIcons[kind]} /> }))}
        selected={[]}
        onPick={(id) => setOpened(filterKinds.find((kind) => kind === id) ?? null)}
        // The next picker takes the focus.
        onReturnFocus={() => {}}
        trigger={
          <Button variant="ghost" size="sm" icon={ListFilter} className={styles.tool}>
            <span className={styles.filterWord}><Trans>Filter</Trans></span>
          </Button>
        }
      />
      <Find ref={find} text={filters.text} onText={(text) => onChange({ filters: { ...filters, text } })} />
      <span className={styles.shown} role="status">
        {filtered ? t`${shown.toLocaleString("en")} of ${total.toLocaleString("en")}` : ""}
      </span>
      {filtered && (
        <Button variant="ghost" size="sm" className={styles.tool} onClick={() => onChange({ filters: noFilters })}>
          <Trans>Clear</Trans>
        </Button>
      )}
      <span className={styles.space} />
      {view === "spreadsheet" && (
        <Menu
          name={t`Group by`}
          align="end"
          items={groupings.map((id) => ({ id, name: groupNames[id], checked: id === group, onSelect: () => onChange({ group: id }) }))}
        >
          <Button variant="ghost" size="sm" icon={Layers} className={styles.tool}>
            <span className={styles.word}><Trans>Group</Trans></span> <b>{groupNames[group]}</b>
          </Button>
        </Menu>
      )}
      <Menu
        name={t`Sort by`}
        align="end"
        items={[
          ...sorting.by.map((way) => ({ id: way.name, name: way.name, checked: way.checked, onSelect: () => sortTo(way) })),
          ...sorting.ways.map((way, index) => ({ id: way.name, name: way.name, checked: way.checked, apart: index === 0, onSelect: () => sortTo(way) })),
        ]}
      >
        <Button variant="ghost" size="sm" icon={ArrowUpDown} className={styles.tool}>
          <span className={styles.word}><Trans>Sort</Trans></span> <b>{sorting.name}</b>
        </Button>
      </Menu>
      {view === "spreadsheet" && (
        <Picker
          multi
          align="end"
          name={t`Columns`}
          options={columnIds.map((id) => ({ id, name: columnNames[id] }))}
          selected={columns}
          onPick={(id) => onChange({ columns: columnIds.filter((each) => (each === id) !== columns.includes(each)) })}
          trigger={
            <Button variant="ghost" size="sm" icon={Columns3} className={`${styles.tool} ${styles.columns}`}>
              <span className={styles.word}><Trans>Columns</Trans></span> <b>{columns.length}</b>
            </Button>
          }
        />
      )}
    </div>
  );
}

interface FindProps {
  ref: Ref<HTMLInputElement>;
  text: string;
  onText: (text: string) => void;
}

/** Finds within the place. The list follows a moment behind the typing, so that typing never waits for it. */
function Find({ ref, text, onText }: FindProps) {
  const [typed, setTyped] = useState(text);
  const [told, setTold] = useState(text);
  // Cleared from elsewhere.
  if (text !== told) {
    setTold(text);
    setTyped(text);
  }
  const latest = useLatest(onText);
  useEffect(() => {
    if (typed === told) return undefined;
    const soon = setTimeout(() => {
      setTold(typed);
      latest.current(typed);
    }, 80);
    return () => clearTimeout(soon);
  }, [typed, told, latest]);
  return (
    <label className={styles.find}>
      <Icon of={Search} size={14} />
      <input
        ref={ref}
        type="search"
        aria-label={t`Find in list`}
        placeholder={t`Find in list`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          if (typed === "") event.currentTarget.blur();
          setTyped("");
        }}
      />
      {typed !== "" && (
        <button type="button" aria-label={t`Clear search`} onClick={() => setTyped("")}>
          <Icon of={X} size={12} />
        </button>
      )}
    </label>
  );
}
