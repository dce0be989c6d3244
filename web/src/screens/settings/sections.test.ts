import { describe, expect, it } from "vitest";
import { paths } from "@/lib/paths";
import { settingsSections } from "@/lib/settingsSections";
import { names, otherNames, titleOf } from "./sections";

describe("the pages of the settings", () => {
  // The specification names these four titles.
  it.each([
    ["/w/HAR/settings/profile", "Profile settings"],
    ["/w/HAR/settings/users", "Users settings"],
    ["/w/HAR/settings/fields", "Attributes - Settings"],
    ["/w/HAR/settings/shortcuts", "Keyboard shortcuts"],
    ["/w/HAR/settings/tabs", "Sidebar"],
    ["/w/HAR/settings/preferences", "Preferences"],
    ["/w/HAR/settings/general", "General"],
    ["/w/HAR/settings/labels", "Labels"],
    ["/w/HAR/settings/statuses", "Statuses"],
  ])("have an address and a title: %s, %s", (address, title) => {
    const word = address.split("/").at(-1) ?? "";
    const section = otherNames[word] ?? settingsSections.find((each) => each === word);
    expect(section && titleOf(section)).toBe(title);
    expect(section && paths.settings("HAR", section)).toBe(otherNames[word] ? "/w/HAR/settings/attributes" : address);
  });

  it("have different names and titles", () => {
    for (const each of [names, Object.fromEntries(settingsSections.map((section) => [section, titleOf(section)]))])
      expect(new Set(Object.values(each)).size).toBe(settingsSections.length);
  });
});
