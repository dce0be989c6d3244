import { create } from "zustand";
import type { Dates } from "@/fields/schedule/span";
import { moveOrAsk, type Point } from "./conflict";
import { changeGantt, useGanttView } from "./ganttView";
import { emptyHand } from "./hand";

/** A move of parents. */
interface ParentMove {
  /** The new dates of the parents and of all tasks below them. */
  along: ReadonlyMap<string, Dates>;
  /** The new dates of the parents alone, and of what else the person moves. */
  alone: ReadonlyMap<string, Dates>;
  /** The place of the bar. */
  at: Point;
}

/** A move that waits until the person has said whether subtasks move along. It is asked once for each place. */
export const useParentMove = create<{ waiting: ParentMove | null }>(() => ({ waiting: null }));

/** How many tasks move along with those that the person moves. */
export const followersOf = ({ along, alone }: Pick<ParentMove, "along" | "alone">): number => [...along.keys()].filter((id) => !alone.has(id)).length;

/** Asks whether subtasks move along. Returns false if there is nothing to ask, so that the move can be made. */
export function askAboutSubtasks(move: ParentMove): boolean {
  if (useGanttView.getState().settings.parents !== "ask" || followersOf(move) === 0) return false;
  useParentMove.setState({ waiting: move });
  return true;
}

/** Makes the move that waits, and remembers the answer for the place; null calls the move off. */
export function answerParentMove(answer: "along" | "own" | null): void {
  const { waiting } = useParentMove.getState();
  if (!waiting) return;
  useParentMove.setState({ waiting: null });
  emptyHand();
  if (answer === null) return;
  changeGantt({ parents: answer });
  moveOrAsk(answer === "along" ? waiting.along : waiting.alone, waiting.at);
}
