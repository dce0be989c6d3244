import { useCallback } from "react";
import { today, type PlainDate } from "@/lib/plainDate";
import { useLocation, useNavigate } from "@/lib/location";
import { readShown, writeShown } from "./address";
import { choose, useChoices } from "./choices";
import type { Mode } from "./weeks";

type Show = (to: { mode?: Mode; day?: PlainDate }, how?: { replace?: boolean }) => void;

/** What the calendar shows: a mode and a day, from the address. Without them: the mode shown last, and today. */
export function useShown(): { mode: Mode; day: PlainDate; show: Show } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const usual = useChoices((choices) => choices.mode);
  const said = readShown(search);
  const mode = said.mode ?? usual;
  const day = said.day ?? today();
  const show = useCallback<Show>(
    (to, { replace = false } = {}) => {
      if (to.mode) choose({ mode: to.mode });
      const next = writeShown(search, { mode: to.mode ?? mode, day: to.day ?? day });
      if (next !== search) navigate(`${pathname}${next}`, { replace });
    },
    [pathname, search, navigate, mode, day],
  );
  return { mode, day, show };
}
