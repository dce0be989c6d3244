import { create } from "zustand";
import { modes, type Mode } from "./weeks";

interface Choices {
  /** The mode of an address that names no mode. */
  mode: Mode;
  weekends: boolean;
  /** True if completed and canceled tasks are shown. */
  completed: boolean;
  /** True if the tray of tasks without dates is open. */
  tray: boolean;
}

const KEY = "troupe.calendar";
const usual: Choices = { mode: "month", weekends: true, completed: true, tray: true };

function kept(): Choices {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Record<keyof Choices, unknown>>;
    const flag = (name: "weekends" | "completed" | "tray") => (typeof stored[name] === "boolean" ? stored[name] : usual[name]);
    return { mode: modes.find((mode) => mode === stored.mode) ?? usual.mode, weekends: flag("weekends"), completed: flag("completed"), tray: flag("tray") };
  } catch {
    return usual;
  }
}

/** How this browser shows calendars; remembered across visits. */
export const useChoices = create<Choices>(kept);

export function choose(choices: Partial<Choices>): void {
  useChoices.setState(choices);
  try {
    localStorage.setItem(KEY, JSON.stringify(useChoices.getState()));
  } catch {
    // Without storage, the choice holds until the page is left.
  }
}
