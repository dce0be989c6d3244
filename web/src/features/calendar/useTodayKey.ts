import { useEffect } from "react";
import { combination, isTaken } from "@/lib/hotkeys";
import { useLatest } from "@/lib/useLatest";

const sequenceMs = 1_000;

/** T shows today, unless it is the second key of "G T", which opens the trash. */
export function useTodayKey(onToday: () => void): void {
  const latest = useLatest(onToday);
  useEffect(() => {
    let began = -Infinity;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isTaken(event.target)) return;
      const pressed = combination(event);
      const isSecond = event.timeStamp - began < sequenceMs;
      began = pressed === "G" ? event.timeStamp : -Infinity;
      if (pressed !== "T" || isSecond) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [latest]);
}
