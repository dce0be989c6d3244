import { useEffect } from "react";
import { useFields } from "@/fields/registry";
import { useOwnKeys } from "@/lib/ownKeys";
import { preferencesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { updatePreferences } from "../preferences";
import { shortcutsOf } from "./catalog";
import { keysPatch, noChoices, ownKeysOf, type Choices } from "./choices";

/** What the person has chosen. Rows of builds before schema 11 lack the choices. */
const choicesOf = (state: Pick<SyncState, "preferences">): Choices => preferencesOf(state)?.shortcuts ?? noChoices;

export const useKeyChoices = (): Choices => useTroupe(choicesOf);

/** Stores what differs from the choices of now, so that choices of other devices about other shortcuts stay. */
export const chooseKeys = (choices: Choices): void => void updatePreferences({ shortcuts: keysPatch(choicesOf(useTroupe.getState()), choices) });

/** Applies the choices of the person. */
export function useChosenKeys(): void {
  const choices = useKeyChoices();
  // The attributes and statuses of a workspace have shortcuts of their own.
  const fields = useFields();
  const statuses = useTroupe((state) => state.statuses);
  useEffect(() => {
    useOwnKeys.setState({ own: ownKeysOf(shortcutsOf(useTroupe.getState()), choices) });
  }, [choices, fields, statuses]);
  useEffect(() => () => useOwnKeys.setState({ own: {} }), []);
}
