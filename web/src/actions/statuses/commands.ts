import { dispatch, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { StatusCategory } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
type Answered = Promise<Answer>;

interface NewStatus {
  name: string;
  category: StatusCategory;
  /** The status that it goes behind; null for the first place. */
  after: string | null;
}

/** The commands of the dialogs, which load with them. */
export const createStatus = ({ name, category, after }: NewStatus): Answered =>
  dispatch({ kind: "status.create", statusId: newId(), name, category, ...(after && { after }) });
export const updateStatus = (statusId: string, patch: { name?: string; category?: StatusCategory }): Answered =>
  dispatch({ kind: "status.update", statusId, patch });
export const deleteStatus = (statusId: string, moveTo: string): Answered => dispatch({ kind: "status.delete", statusId, moveTo });
