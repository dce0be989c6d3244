import { useState } from "react";

/** True once the value has been true. A surface that was open once stays mounted, so that it can animate its closing. */
export function useEver(wanted: boolean): boolean {
  const [ever, setEver] = useState(wanted);
  if (wanted && !ever) setEver(true);
  return ever || wanted;
}
