import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Printer, RotateCcw, Search } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { shortcutGroups, usable, type Shortcut } from "@/actions/shortcuts/catalog";
import { isChanged, noChoices, withKeys, type Choices } from "@/actions/shortcuts/choices";
import { inTheWay, reset, swapped, taken } from "@/actions/shortcuts/conflicts";
import { chooseKeys, useKeyChoices } from "@/actions/shortcuts/own";
import { cx } from "@/lib/cx";
import { combination, isModifier, useHotkeys } from "@/lib/hotkeys";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Select } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { SegmentedControl } from "@/ui/Segmented";
import { tell } from "@/ui/Toast";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import { found, spoken } from "./find";
import { ShortcutLine, type Doing } from "./ShortcutLine";
import styles from "./Shortcuts.module.css";
import { WrittenKeys } from "./WrittenKeys";

type Shown = "all" | "changed";

/** True for keys that edit the text of the search itself. */
const editsText = (keys: string) => !keys.startsWith("Mod+") || /^Mod\+(?:Shift\+)?[ACVXZ]$|^Mod\+(?:Arrow|Back|Delete|Home|End)/.test(keys);

/** All shortcuts with their keys. A person changes keys by pressing new ones. */
export function ShortcutsPage() {
  // The attributes and statuses of the workspace have shortcuts of their own.
  const view = useTroupe();
  const choices = useKeyChoices();
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const [chosenContext, setContext] = useState<string | null>(null);
  const [doing, setDoing] = useState<{ id: string; what: Doing } | null>(null);
  const [said, say] = useState("");
  // Esc ends the choice before it leaves the page.
  useHotkeys(doing === null ? {} : { Escape: () => setDoing(null) }, true);
  const groups = usable(shortcutGroups(view), view.capabilities);
  const all = groups.flatMap(({ shortcuts }) => shortcuts);
  const changed = all.filter((each) => isChanged(each, choices)).length;
  // A deleted attribute may have been the last shortcut of its group.
  const context = groups.some(({ name }) => name === chosenContext) ? chosenContext : null;
  const lines = found(groups, choices, { query, changed: shown === "changed", context });

  const choose = (next: Choices, text: string) => {
    chooseKeys(next);
    setDoing(null);
    say(text);
  };
  const chosen = ({ name }: Shortcut, keys: string) => (keys === "" ? t`${name} has no keys now.` : t`${name}: ${spoken(keys)}.`);
  const press = (shortcut: Shortcut, keys: string) => {
    const others = keys === "" ? [] : inTheWay(all, choices, shortcut, keys);
    if (others.length === 0) return choose(withKeys(choices, shortcut, keys), chosen(shortcut, keys));
    return setDoing({ id: shortcut.id, what: { is: "asking", keys, others, swaps: swapped(all, choices, shortcut, keys) !== null } });
  };
  const answer = (shortcut: Shortcut, how: typeof taken | typeof swapped) => () => {
    const keys = doing?.what?.is === "asking" ? doing.what.keys : "";
    const next = how(all, choices, shortcut, keys);
    if (next) choose(next, chosen(shortcut, keys));
  };
  const resetAll = () => {
    choose(noChoices, t`All shortcuts have their default keys.`);
    tell({ text: t`All shortcuts have their default keys.`, icon: RotateCcw, action: { name: t`Undo`, onClick: () => chooseKeys(choices) } });
  };
  const seek = (event: KeyboardEvent<HTMLInputElement>) => {
    const keys = combination(event.nativeEvent);
    if (isModifier(event) || editsText(keys)) return;
    event.preventDefault();
    setQuery(spoken(keys));
  };
  const count = lines.reduce((sum, group) => sum + group.shortcuts.length + group.fixed.length, 0);
  return (
    <section className={cx(settings.section, styles.printed)} aria-label={t`Keyboard shortcuts`}>
      <Head
        title={t`Keyboard shortcuts`}
        text={t`Click a key to change it. Your changes apply to you alone, on all your devices in this workspace.`}
        action={
          <span className={styles.row}>
            <Button icon={Printer} onClick={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
            <Button icon={RotateCcw} disabled={changed === 0 && choices.singles} onClick={resetAll}>
              <Trans>Reset all</Trans>
            </Button>
          </span>
        }
      />
      <div className={styles.tools}>
        <div className={styles.find} role="search">
          <Icon of={Search} size={14} />
          <input
            type="search"
            dir="auto"
            aria-label={t`Find an action or press its keys`}
            placeholder={t`Find an action or press its keys`}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={seek}
          />
        </div>
        <span className={styles.context}>
          <Select aria-label={t`Context`} value={context ?? ""} onChange={({ target }) => setContext(target.value === "" ? null : target.value)}>
            <option value="">{t`All contexts`}</option>
            {groups.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </span>
        <SegmentedControl
          name={t`Show`}
          options={[
            { id: "all", name: t`All` },
            { id: "changed", name: changed === 0 ? t`Changed by me` : t`Changed by me (${changed})` },
          ]}
          value={shown}
          onChange={setShown}
        />
        <span className={styles.singles}>
          <Checkbox id="single-keys" checked={choices.singles} onChange={(singles) => choose({ ...choices, singles }, singles ? t`Single-key shortcuts are on.` : t`Single-key shortcuts are off.`)} />
          <label htmlFor="single-keys"><Trans>Single-key shortcuts</Trans></label>
        </span>
      </div>
      <p className={settings.hidden} role="status">
        {said || (query === "" && context === null ? "" : plural(count, { one: "# shortcut", other: "# shortcuts" }))}
      </p>
      {count === 0 && <p className={settings.empty}>{shown === "changed" && query === "" && context === null ? t`You haven't changed any shortcuts.` : t`No matches`}</p>}
      <div className={styles.columns}>
        {lines.map((group) => (
          <section key={group.name} className={styles.group}>
            <h3>{group.name}</h3>
            {group.shortcuts.map((shortcut) => (
              <ShortcutLine
                key={shortcut.id}
                shortcut={shortcut}
                choices={choices}
                doing={doing?.id === shortcut.id ? doing.what : null}
                onRecord={() => setDoing({ id: shortcut.id, what: { is: "recording" } })}
                onKeys={(keys) => press(shortcut, keys)}
                onTake={answer(shortcut, taken)}
                onSwap={answer(shortcut, swapped)}
                onReset={() => choose(reset(all, choices, shortcut), t`${shortcut.name} has its default keys.`)}
                onCancel={() => setDoing(null)}
              />
            ))}
            {group.fixed.map(({ name, keys }) => (
              <div key={name} className={styles.line}>
                <span className={styles.name}>{name}</span>
                <span className={styles.fixed} title={t`These keys can't be changed.`}>
                  <WrittenKeys keys={keys} />
                </span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </section>
  );
}
