import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "@/lib/location";
import { knownFilters, plain, readAddress, writeAddress, type Arrangement } from "@/sync/arrange/address";
import { placeKey, type Place } from "@/sync/arrange/place";
import { defaults, readSettings, type Settings } from "@/sync/arrange/settings";
import { useTroupe } from "@/sync/store";
import { wasVisited } from "./popped";

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

interface Held {
  /** The key of the history entry, and the storage key of the place. */
  entry: string;
  key: string;
  settings: Settings;
  /** True if the settings came from an entry within the same place, so they are stored for the next visit. */
  moved: boolean;
}

/**
 * This person's settings for a place. Filters, group and order are in the address; columns, column widths and collapsed
 * groups are stored in this browser. An address that names settings wins. A click within the app names none, and shows
 * the place as it was left.
 */
export function useSettings(place: Place): [Settings, (patch: Partial<Settings>) => void] {
  const me = useTroupe((state) => state.me);
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const statuses = useTroupe((state) => state.statuses);
  const members = useTroupe((state) => state.members);
  const labels = useTroupe((state) => state.labels);
  const { pathname, search, key: entry } = useLocation();
  const navigate = useNavigate();
  const key = `troupe.view.${me}.${workspaceId}.${placeKey(place)}`;

  const [held, setHeld] = useState<Held>(() => entered(null, entry, key, search));
  let current = held;
  if (held.entry !== entry || held.key !== key) {
    current = entered(held, entry, key, search);
    setHeld(current);
  }
  const { settings, moved } = current;
  useEffect(() => {
    if (moved) keep(key, settings);
  }, [moved, key, settings]);

  // Writes the shown settings into an address that names none.
  const wanted = writeAddress(search, settings);
  useEffect(() => {
    if (wanted !== search && readAddress(search) === null) void navigate(`${pathname}${wanted}`, { replace: true });
  }, [wanted, search, pathname, navigate]);

  const change = useCallback(
    (patch: Partial<Settings>) => {
      const next = { ...settings, ...patch };
      keep(key, next);
      setHeld({ entry, key, settings: next, moved: false });
      const to = writeAddress(search, next);
      // All keystrokes in the search field share one history entry.
      const typing = settings.filters.text !== next.filters.text && settings.filters.text !== "" && next.filters.text !== "";
      if (to !== search) void navigate(`${pathname}${to}`, { replace: typing });
    },
    [settings, key, entry, search, pathname, navigate],
  );
  const { filters } = settings;
  const known = useMemo(() => knownFilters(filters, { statuses, members, labels }), [filters, statuses, members, labels]);
  const shown = useMemo(() => (known === filters ? settings : { ...settings, filters: known }), [settings, filters, known]);
  return [shown, change];
}

/** The settings on entering a place, or on reaching another history entry within it. */
function entered(before: Held | null, entry: string, key: string, search: string): Held {
  const own = before?.key === key ? before.settings : kept(key);
  const said: Arrangement | null = readAddress(search) ?? (wasVisited(entry) ? plain : null);
  if (said === null || writeAddress("", said) === writeAddress("", own)) return { entry, key, settings: own, moved: false };
  return { entry, key, settings: { ...own, ...said }, moved: before?.key === key };
}
