import { useEffect } from "react";
import { chooseWeekStart } from "@/lib/weekStart";
import { preferencesOf } from "@/sync/selectors";
import { dispatch, useTroupe } from "@/sync/store";
import type { Answer } from "@/sync/types";
import { keepTheme, onThemeChosen, useTheme } from "@/ui/theme";
import type { PreferencesPatch } from "@/wire/generated";

/** The notices show a refusal, wherever the command was sent from. */
export const updatePreferences = (patch: PreferencesPatch): Promise<Answer> => dispatch({ kind: "preferences.update", patch }, { undo: false });

/** Keeps the theme of this device and that of the account the same. The account's theme wins when the workspace opens. */
export function useAccountTheme(): void {
  const chosen = useTroupe((state) => preferencesOf(state)?.theme ?? null);
  useEffect(() => {
    if (chosen !== null && chosen !== useTheme.getState().theme) keepTheme(chosen);
  }, [chosen]);
  useEffect(() => onThemeChosen((theme) => void updatePreferences({ theme })), []);
}

/** Lets weeks begin on the day that the person has chosen. Rows of builds without the choice lack the field. */
export function useAccountWeek(): void {
  const chosen = useTroupe((state) => preferencesOf(state)?.weekStart ?? null);
  useEffect(() => chooseWeekStart(chosen), [chosen]);
}
