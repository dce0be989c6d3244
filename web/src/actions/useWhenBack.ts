import { useEffect, useEffectEvent } from "react";
import { useTroupe } from "@/sync/store";

/**
 * If `wanted`, calls `again` when the connection to the node is back. Pages that load data from the node repeat a failed
 * request this way.
 */
export function useWhenBack(wanted: boolean, again: () => void): void {
  const back = useEffectEvent(() => {
    if (wanted) again();
  });
  useEffect(() => {
    let away = useTroupe.getState().connection === "offline";
    return useTroupe.subscribe(({ connection }) => {
      if (connection === "live" && away) back();
      if (connection === "live") away = false;
      else if (connection === "offline") away = true;
    });
  }, []);
}
