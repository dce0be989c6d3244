import { t } from "@lingui/core/macro";
import { AppWindow, Archive, Blocks, CircleDashed, Columns3, Keyboard, KeyRound, LayoutTemplate, LockKeyhole, Milestone, PanelLeft, ScrollText, Settings2, Shapes, Shield, SlidersHorizontal, Tag, Target, UserRound, UsersRound, type LucideIcon } from "lucide-react";
import type { SettingsSection } from "@/lib/settingsSections";

/** The names of the pages in the navigation. */
export const names: Record<SettingsSection, string> = {
  get profile() {
    return t`Profile`;
  },
  get preferences() {
    return t`Preferences`;
  },
  get shortcuts() {
    return t`Keyboard shortcuts`;
  },
  get tabs() {
    return t`Sidebar`;
  },
  get "api-keys"() {
    return t`API keys`;
  },
  get general() {
    return t`General`;
  },
  get users() {
    return t`Users`;
  },
  get roles() {
    return t`Roles`;
  },
  get security() {
    return t`Security`;
  },
  get apps() {
    return t`Apps`;
  },
  get types() {
    return t`Task types`;
  },
  get components() {
    return t`Components`;
  },
  get versions() {
    return t`Fix versions`;
  },
  get sprints() {
    return t`Sprints`;
  },
  get statuses() {
    return t`Statuses`;
  },
  get labels() {
    return t`Labels`;
  },
  get attributes() {
    return t`Attributes`;
  },
  get templates() {
    return t`Templates`;
  },
  get archive() {
    return t`Archived lists`;
  },
  get audit() {
    return t`Audit log`;
  },
};
export const pictures: Record<SettingsSection, LucideIcon> = { profile: UserRound, preferences: SlidersHorizontal, shortcuts: Keyboard, tabs: PanelLeft, "api-keys": KeyRound, general: Settings2, users: UsersRound, roles: Shield, security: LockKeyhole, apps: AppWindow, types: Shapes, components: Blocks, versions: Milestone, sprints: Target, statuses: CircleDashed, labels: Tag, attributes: Columns3, templates: LayoutTemplate, archive: Archive, audit: ScrollText };


/** The title of a page, which the window shows and the page has as its heading. The specification names four of them. */
export function titleOf(section: SettingsSection): string {
  if (section === "profile") return t`Profile settings`;
  if (section === "users") return t`Users settings`;
  return section === "attributes" ? t`Attributes - Settings` : names[section];
}

/** Addresses of the specification for pages that have another address here. */
export const otherNames: Readonly<Record<string, SettingsSection>> = { fields: "attributes" };
