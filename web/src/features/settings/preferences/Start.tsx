import { t } from "@lingui/core/macro";
import { useState } from "react";
import { collectionNames } from "@/lib/collections";
import { setStartPage, startPage, type StartPage } from "@/lib/startPage";
import { Select } from "@/ui/Field";
import { Line } from "./Line";

/** The page at which the app opens. People use a phone and a computer for different work, so each browser has its own start page. */
export function Start() {
  const [start, setStart] = useState(startPage);
  const names: Record<StartPage, string> = {
    list: t`Last opened list`,
    page: t`Last opened page`,
    mine: collectionNames.mine,
    home: collectionNames.home,
    inbox: collectionNames.inbox,
  };
  const choose = (next: StartPage) => {
    setStart(next);
    setStartPage(next);
  };
  return (
    <Line name={t`Start page`} hint={t`In this browser`}>
      <Select aria-label={t`Start page`} value={start} onChange={({ target }) => choose(target.value as StartPage)}>
        {Object.entries(names).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Line>
  );
}
