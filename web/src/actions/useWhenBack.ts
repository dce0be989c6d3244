import { useEffect, useEffectEvent } from "react";
import { useTroupe } from "@/sync/store";

/**
 * Calls `again` when the connection to the node is back, if `wanted`. Pages that ask the node use it to repeat a request
 * that has failed meanwhile.
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
