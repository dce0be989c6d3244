import { useCallback, useMemo, useState } from "react";
import { placeKey, type Place } from "@/sync/arrange/place";
import { defaults, readSettings, type Settings } from "@/sync/arrange/settings";
import { useTroupe } from "@/sync/store";

function kept(key: string): Settings {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? defaults : readSettings(JSON.parse(stored));
  } catch {
    return defaults;
  }
}

function keep(key: string, settings: Settings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // It holds until the page is left.
  }
}

/** How this person shows this place on this machine. */
export function useSettings(place: Place): [Settings, (patch: Partial<Settings>) => void] {
  const me = useTroupe((state) => state.me);
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const key = `troupe.view.${me}.${workspaceId}.${placeKey(place)}`;
  // What was changed here, on top of what was kept when the place was entered.
  const [changed, setChanged] = useState<{ key: string; settings: Settings } | null>(null);
  const first = useMemo(() => kept(key), [key]);
  const settings = changed?.key === key ? changed.settings : first;
  const change = useCallback(
    (patch: Partial<Settings>) =>
      setChanged((before) => {
        const next = { ...(before?.key === key ? before.settings : first), ...patch };
        keep(key, next);
        return { key, settings: next };
      }),
    [key, first],
  );
  return [settings, change];
}
