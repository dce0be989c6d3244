import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { Icon } from "@/ui/Icon";
import type { FoundSetting } from "./findSettings";
import { names, pictures } from "./sections";
import styles from "./SettingsSearch.module.css";

interface SettingsSearchProps {
  slug: string;
  typed: string;
  found: readonly FoundSetting[];
  onType: (text: string) => void;
  onOpen: (setting: FoundSetting) => void;
  /** The navigation, which the results replace while something is typed. */
  children: ReactNode;
}

/** Finds pages and single settings by their names. The arrow keys go through the results, and Enter opens one. */
export function SettingsSearch({ slug, typed, found, onType, onOpen, children }: SettingsSearchProps) {
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLUListElement>(null);
  const isEmpty = typed.trim() === "";
  const links = () => [...(results.current?.querySelectorAll("a") ?? [])];
  const clear = () => {
    onType("");
    box.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isMove = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isEmpty || !(isMove || event.key === "Escape" || event.key === "Enter")) return;
    const isInBox = event.target === box.current;
    if (event.key === "Enter" && !isInBox) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return clear();
    const all = links();
    if (event.key === "Enter") return all[0]?.click();
    const next = all.findIndex((link) => link === event.target) + (event.key === "ArrowDown" ? 1 : -1);
    if (next < 0) box.current?.focus();
    else all[next]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the field and the links in it
    <div className={styles.side} onKeyDown={press}>
      <label className={styles.find}>
        <Icon of={Search} size={14} />
        <input ref={box} type="search" dir="auto" aria-label={t`Search settings`} {...(!isEmpty && found.length > 0 && { "aria-controls": list })} placeholder={t`Search settings`} value={typed} onChange={({ target }) => onType(target.value)} />
      </label>
      <p className={styles.hidden} role="status">
        {isEmpty ? "" : found.length === 0 ? t`No settings found` : t`${found.length} found`}
      </p>
      {isEmpty ? (
        children
      ) : found.length === 0 ? (
        <div className={styles.none}>
          <p>{t`No settings match “${typed.trim()}”.`}</p>
          <button type="button" onClick={clear}><Trans>Clear search</Trans></button>
        </div>
      ) : (
        <ul ref={results} id={list} className={styles.results} aria-label={t`Settings found`}>
          {found.map((setting) => (
            <li key={`${setting.section} ${setting.name}`}>
              <Link to={paths.settings(slug, setting.section)} replace className={styles.result} onClick={() => onOpen(setting)}>
                <Icon of={pictures[setting.section]} />
                <span>
                  {setting.isPage ? names[setting.section] : setting.name}
                  {!setting.isPage && <small>{names[setting.section]}</small>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
