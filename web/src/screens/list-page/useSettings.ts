import { useCallback, useEffect, useMemo, useState } from "react";
import { isLatest, useLocation, useNavigate, type Location } from "@/lib/location";
import { knownFilters, readAddress, writeAddress, type Arrangement } from "@/fields/arrange/address";
import { addressAt, usualArrangement } from "@/fields/arrange/defaults";
import { keepSettings, SAVED, settingsAt, settingsKey } from "@/fields/arrange/keep";
import type { Place } from "@/fields/arrange/place";
import { defaultsOf, readSettings, type Settings } from "@/fields/arrange/settings";
import type { Field } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { useTroupe } from "@/sync/store";
import { same } from "@/sync/tables/tables";
import type { SavedView } from "@/wire/generated";
import { wasVisited } from "./popped";

interface Held {
  /** The location that the settings belong to, and the storage key of the place. */
  location: Location;
  key: string;
  settings: Settings;
  /** True if the settings came from an entry within the same place, so they are stored for the next visit. */
  moved: boolean;
  /**
   * True if this browser stores no settings of the place, and the person has changed nothing. Then the page uses the settings
   * of the open saved view, and follows its changes. The first version of the view may come from a stored copy.
   */
  followsView: boolean;
}

/** The settings of a saved view that are not part of its address. */
function broughtBy({ columns: stored, display }: SavedView, fields: readonly Field[]): Pick<Settings, "columns" | "widths" | "frozen" | "collapsed" | "board"> {
  const { columns, widths, frozen, collapsed, board } = readSettings({ ...display, columns: stored }, fields);
  return { columns, widths, frozen, collapsed, board };
}

/** `replace`: the change adds no history entry, because it was not this person's. */
export type Change = (patch: Partial<Settings>, how?: { replace?: boolean }) => void;

/**
 * This person's settings for a place. Filters, group and order are in the address; columns, column widths and collapsed
 * groups are stored in this browser. An address that names settings wins. A click within the app names none, and shows
 * the place as it was left. A saved view that this browser has not shown before sets the columns, the widths and the board.
 */
export function useSettings(place: Place): [Settings, Change] {
  const me = useTroupe((state) => state.me);
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const config = useConfig();
  const fields = useFields();
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const saved = new URLSearchParams(search).get(SAVED);
  const key = settingsKey({ me, workspaceId, place, saved });

  const [held, setHeld] = useState<Held>(() => entered(null, location, key, place, fields));
  let current = held;
  if (held.location !== location || held.key !== key) {
    current = entered(held, location, key, place, fields);
    setHeld(current);
  }
  const view = useTroupe((state) => (saved === null ? undefined : state.savedViews[saved]));
  const brought = useMemo(() => view && broughtBy(view, fields), [view, fields]);
  if (current.followsView && brought) {
    const next = { ...current.settings, ...brought };
    if (!same(next, current.settings)) {
      current = { ...current, settings: next };
      setHeld(current);
    }
  }
  const { settings, moved } = current;
  useEffect(() => {
    if (moved) keepSettings(key, settings, fields);
  }, [moved, key, settings, fields]);

  // Writes the shown settings into an address that names none, unless a change of the address is about to be rendered.
  const wanted = addressAt(place, search, settings, fields);
  useEffect(() => {
    if (isLatest(location) && wanted !== search && readAddress(search, fields) === null) navigate(`${pathname}${wanted}`, { replace: true });
  }, [location, wanted, search, pathname, navigate, fields]);

  const change = useCallback(
    (patch: Partial<Settings>, { replace = false }: { replace?: boolean } = {}) => {
      const next = { ...settings, ...patch };
      keepSettings(key, next, fields);
      setHeld({ location, key, settings: next, moved: false, followsView: false });
      const to = addressAt(place, search, next, fields);
      // All keystrokes in the search field share one history entry.
      const typing = settings.find !== next.find && settings.find !== "" && next.find !== "";
      if (to !== search) navigate(`${pathname}${to}`, { replace: replace || typing });
    },
    [settings, key, location, place, search, pathname, navigate, fields],
  );
  const { filters } = settings;
  const known = useMemo(() => knownFilters(filters, config, fields), [filters, config, fields]);
  const shown = useMemo(() => (known === filters ? settings : { ...settings, filters: known }), [settings, filters, known]);
  return [shown, change];
}

/** The settings on entering a place, or on reaching another history entry within it. */
function entered(before: Held | null, location: Location, key: string, place: Place, fields: readonly Field[]): Held {
  const isSame = before?.key === key;
  const kept = isSame ? before.settings : settingsAt(key, fields);
  const usual = usualArrangement(place, fields);
  const own = kept ?? { ...defaultsOf(fields), ...usual };
  const followsView = isSame ? before.followsView : kept === null;
  const said: Arrangement | null = readAddress(location.search, fields) ?? (wasVisited(location.key) ? usual : null);
  if (said === null || writeAddress("", said, fields) === writeAddress("", own, fields)) return { location, key, settings: own, moved: false, followsView };
  return { location, key, settings: { ...own, ...said }, moved: isSame, followsView };
}
