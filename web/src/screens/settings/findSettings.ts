import { t } from "@lingui/core/macro";
import { settingsSections, type SettingsSection } from "@/lib/settingsSections";
import { names, titleOf } from "./sections";

/** A page of the settings, or one setting on it. */
export interface FoundSetting {
  section: SettingsSection;
  /** The words of the setting on its page; those of its heading for a page. */
  name: string;
  isPage: boolean;
}

/** The rights that single settings need beside those of their page. */
export type SettingsRight = "invite" | "manageApiKeys";

/** The settings of each page by their names there. */
const single: () => Partial<Record<SettingsSection, readonly string[]>> = () => ({
  profile: [t`Picture`, t`First name`, t`Last name`, t`Username`, t`Department`, t`Job title`, t`Email`, t`Password`, t`Two-factor authentication`, t`Passkeys`, t`Where you're logged in`, t`Your data`, t`Delete account`],
  preferences: [t`Theme`, t`Density`, t`Motion`, t`Start page`, t`Default view`, t`Sound when a comment is sent`, t`Time zone`, t`Week starts on`, t`Layout direction`, t`Notifications`, t`Push notifications`, t`Emails`, t`Quiet hours`, t`Reminders`],
  shortcuts: [t`Single-key shortcuts`],
  "api-keys": [t`Workspace API keys`],
  general: [t`Name`, t`Icon`, t`Key`, t`Working days`, t`Holidays`],
  users: [t`Pending invitations`],
  roles: [t`What each role allows`],
  security: [t`Two-factor authentication`, t`Join by email domain`],
  sprints: [t`Estimate`],
  attributes: [t`Built-in fields`],
  audit: [t`Retention`],
});

const needs = (section: SettingsSection): SettingsRight | null => (section === "users" ? "invite" : section === "api-keys" ? "manageApiKeys" : null);

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The pages and settings with all the typed words in their names: pages first, and only what the person may see. */
export function findSettings(typed: string, shown: (section: SettingsSection) => boolean, may: (right: SettingsRight) => boolean): FoundSetting[] {
  const words = plain(typed).split(/\s+/).filter((word) => word !== "");
  const fits = (name: string) => words.every((word) => plain(name).includes(word));
  const all = single();
  const there = settingsSections.filter(shown);
  const pages = there.filter((section) => fits(`${names[section]} ${titleOf(section)}`)).map((section) => ({ section, name: titleOf(section), isPage: true }));
  const settings = there.flatMap((section) => {
    const right = needs(section);
    return right === null || may(right) ? (all[section] ?? []).filter(fits).map((name) => ({ section, name, isPage: false })) : [];
  });
  return [...pages, ...settings];
}

/** The words that an element itself holds, without those of a hint or a number in it. */
const ownWords = (element: Element) => (element.firstChild instanceof Text ? element.firstChild.data.trim() : "");

/** The element of a page that names the setting; null while the page does not show it. */
export function elementOf(page: Element, name: string): HTMLElement | null {
  const wanted = plain(name);
  return [...page.querySelectorAll<HTMLElement>("h2, h3, label, th, span, [role=group]")].find((each) => plain(each.getAttribute("aria-label") ?? ownWords(each)) === wanted) ?? null;
}
