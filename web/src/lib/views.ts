import { t } from "@lingui/core/macro";
import { SquareKanban, Table2, type LucideIcon } from "lucide-react";
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
];

const usual: ViewKind = "spreadsheet";

/** The view that an address names. Addresses do not name the usual one. */
export const viewNamed = (word: string | null): ViewKind => views.find(({ id }) => id === word)?.id ?? usual;

/** What an address says of a view. */
export const wordOfView = (view: ViewKind): ViewKind | undefined => (view === usual ? undefined : view);

/** Puts a view into the parameters of an address. */
export function setView(params: URLSearchParams, view: ViewKind): void {
  const word = wordOfView(view);
  if (word === undefined) params.delete("view");
  else params.set("view", word);
}
