import { useEffect, useState, type ReactNode } from "react";
import { fetchLanguage, hasArrived, languageNamed, piecesOf } from "./languages";

export interface ColoursProps {
  code: string;
  language: string;
}

/** Code in colours, once the colours of its language have arrived. */
export function Colours({ code, language }: ColoursProps): ReactNode {
  const named = languageNamed(language);
  const [, drawAgain] = useState(0);
  useEffect(() => {
    if (named === null || hasArrived(named)) return undefined;
    let over = false;
    void fetchLanguage(named).then((arrived) => arrived && !over && drawAgain((times) => times + 1));
    return () => {
      over = true;
    };
  }, [named]);
  return named === null ? code : piecesOf(code, named).map(({ from, text, className }) => (className === null ? text : <span key={from} className={className}>{text}</span>));
}
