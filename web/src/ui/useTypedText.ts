import { useState } from "react";

/**
 * The text of a field that a typed character may have opened. Until the field has the focus, the element that opened it
 * receives the keys, and `typed` grows; the text follows it.
 */
export function useTypedText(typed: string | undefined, otherwise = ""): [string, (text: string) => void] {
  const [text, setText] = useState(typed ?? otherwise);
  const [begun, setBegun] = useState(typed);
  if (typed !== begun) {
    setBegun(typed);
    setText(typed ?? otherwise);
  }
  return [text, setText];
}
