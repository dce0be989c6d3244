import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "@/lib/location";
import { knownFilters, plain, readAddress, writeAddress, type Arrangement } from "@/fields/arrange/address";
import { keepSettings, keptSettings, SAVED, settingsKey } from "@/fields/arrange/keep";
import type { Place } from "@/fields/arrange/place";
import type { Settings } from "@/fields/arrange/settings";
import type { Field } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { useTroupe } from "@/sync/store";
import { wasVisited } from "./popped";

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
  const config = useConfig();
  const fields = useFields();
  const { pathname, search, key: entry } = useLocation();
  const navigate = useNavigate();
  const saved = new URLSearchParams(search).get(SAVED);
  const key = settingsKey({ me, workspaceId, place, saved });

  const [held, setHeld] = useState<Held>(() => entered(null, entry, key, search, fields));
  let current = held;
  if (held.entry !== entry || held.key !== key) {
    current = entered(held, entry, key, search, fields);
    setHeld(current);
  }
  const { settings, moved } = current;
  useEffect(() => {
    if (moved) keepSettings(key, settings, fields);
  }, [moved, key, settings, fields]);

  // Writes the shown settings into an address that names none.
  const wanted = writeAddress(search, settings, fields);
  useEffect(() => {
    if (wanted !== search && readAddress(search, fields) === null) void navigate(`${pathname}${wanted}`, { replace: true });
  }, [wanted, search, pathname, navigate, fields]);

  const change = useCallback(
    (patch: Partial<Settings>) => {
      const next = { ...settings, ...patch };
      keepSettings(key, next, fields);
      setHeld({ entry, key, settings: next, moved: false });
      const to = writeAddress(search, next, fields);
      // All keystrokes in the search field share one history entry.
      const typing = settings.find !== next.find && settings.find !== "" && next.find !== "";
      if (to !== search) void navigate(`${pathname}${to}`, { replace: typing });
    },
    [settings, key, entry, search, pathname, navigate, fields],
  );
  const { filters } = settings;
  const known = useMemo(() => knownFilters(filters, config, fields), [filters, config, fields]);
  const shown = useMemo(() => (known === filters ? settings : { ...settings, filters: known }), [settings, filters, known]);
  return [shown, change];
}

/** The settings on entering a place, or on reaching another history entry within it. */
function entered(before: Held | null, entry: string, key: string, search: string, fields: readonly Field[]): Held {
  const own = before?.key === key ? before.settings : keptSettings(key, fields);
  const said: Arrangement | null = readAddress(search, fields) ?? (wasVisited(entry) ? plain : null);
  if (said === null || writeAddress("", said, fields) === writeAddress("", own, fields)) return { entry, key, settings: own, moved: false };
  return { entry, key, settings: { ...own, ...said }, moved: before?.key === key };
}
