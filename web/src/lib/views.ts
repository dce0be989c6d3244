import { t } from "@lingui/core/macro";
import { Calendar, ChartGantt, SquareKanban, Table2, type LucideIcon } from "lucide-react";
import type { ViewKind } from "./paths";

interface ViewTab {
  id: ViewKind;
  readonly name: string;
  icon: LucideIcon;
  /** The key that shows the view. */
  keys: string;
}

/** The ways to show the tickets of a page, in the order of their tabs. */
export const views: readonly ViewTab[] = [
  {
    id: "spreadsheet",
    get name() {
      return t`Spreadsheet`;
    },
    icon: Table2,
    keys: "1",
  },
  {
    id: "kanban",
    get name() {
      return t`Kanban`;
    },
    icon: SquareKanban,
    keys: "2",
  },
  {
    id: "calendar",
    get name() {
      return t`Calendar`;
    },
    icon: Calendar,
    keys: "3",
  },
  {
    id: "gantt",
    get name() {
      return t`Gantt`;
    },
    icon: ChartGantt,
    keys: "4",
  },
];

/** The view that an address names, or else the default view of the reader. */
export const viewNamed = (word: string | null, usual: ViewKind): ViewKind => views.find(({ id }) => id === word)?.id ?? usual;

/** The word for a view in an address. Addresses do not name the default view of the reader. */
export const wordOfView = (view: ViewKind, usual: ViewKind): ViewKind | undefined => (view === usual ? undefined : view);

/** Puts a view into the parameters of an address. */
export function setView(params: URLSearchParams, view: ViewKind, usual: ViewKind): void {
  const word = wordOfView(view, usual);
  if (word === undefined) params.delete("view");
  else params.set("view", word);
}
