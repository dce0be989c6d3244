import { useCallback, useMemo, useState } from "react";
import { placeKey, type Place } from "@/sync/arrange/place";
import { defaults, readSettings, type Settings } from "@/sync/arrange/settings";

const storageKey = (place: Place) => `troupe.view.${placeKey(place)}`;

function kept(place: Place): Settings {
  try {
    const stored = localStorage.getItem(storageKey(place));
    return stored === null ? defaults : readSettings(JSON.parse(stored));
  } catch {
    return defaults;
  }
}

function keep(place: Place, settings: Settings): void {
  try {
    localStorage.setItem(storageKey(place), JSON.stringify(settings));
  } catch {
    // It holds until the page is left.
  }
}

/** How this person shows this place on this machine. */
export function useSettings(place: Place): [Settings, (patch: Partial<Settings>) => void] {
  // What was changed here, on top of what was kept when the place was entered.
  const [changed, setChanged] = useState<{ place: Place; settings: Settings } | null>(null);
  const first = useMemo(() => kept(place), [place]);
  const settings = changed?.place === place ? changed.settings : first;
  const change = useCallback(
    (patch: Partial<Settings>) =>
      setChanged((before) => {
        const next = { ...(before?.place === place ? before.settings : first), ...patch };
        keep(place, next);
        return { place, settings: next };
      }),
    [place, first],
  );
  return [settings, change];
}
