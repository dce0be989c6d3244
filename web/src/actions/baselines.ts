import { dispatch, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { Baseline } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
type Answered = Promise<Answer>;

/** Creates a baseline of the present moment, or of `takenAt`. Returns its id at once, before the node has answered. */
export function createBaseline({ listId, ...rest }: Pick<Baseline, "name" | "personal" | "listId"> & Partial<Pick<Baseline, "takenAt">>): { id: string; said: Answered } {
  const baselineId = newId();
  const said = dispatch({ kind: "baseline.create", baselineId, ...rest, ...(listId !== null && { listId }) });
  return { id: baselineId, said };
}

export const renameBaseline = (baselineId: string, name: string): Answered => dispatch({ kind: "baseline.update", baselineId, patch: { name } });
export const deleteBaseline = (baselineId: string): Answered => dispatch({ kind: "baseline.delete", baselineId });
