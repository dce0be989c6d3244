import { describe, expect, it } from "vitest";
import { elementOf, findSettings } from "./findSettings";

const everything = () => true;
const namesFor = (typed: string, shown: Parameters<typeof findSettings>[1] = everything, may: Parameters<typeof findSettings>[2] = everything) =>
  findSettings(typed, shown, may).map(({ section, name }) => `${section}: ${name}`);

describe("the search of the settings", () => {
  it("finds pages before single settings, by all words in any order and case", () => {
    expect(namesFor("KEY")).toEqual(["shortcuts: Keyboard shortcuts", "api-keys: API keys", "profile: Passkeys", "shortcuts: Single-key shortcuts", "api-keys: Workspace API keys", "general: Key"]);
    expect(namesFor("starts week")).toEqual(["preferences: Week starts on"]);
    expect(namesFor("nothing like that")).toEqual([]);
  });

  it("finds nothing that the person may not see", () => {
    expect(namesFor("domain")).toEqual(["security: Join by email domain"]);
    expect(namesFor("domain", (section) => section !== "security")).toEqual([]);
    expect(namesFor("audit", (section) => section !== "audit")).toEqual([]);
    expect(namesFor("pending", everything, (right) => right !== "invite")).toEqual([]);
    expect(namesFor("workspace api", everything, (right) => right !== "manageApiKeys")).toEqual([]);
  });

  it("leads to the words of the setting, without the hint below them", () => {
    document.body.innerHTML = `<h3>Emails</h3><span>Theme<small>In this browser</small></span><div role="group" aria-label="Picture"></div>`;
    expect(elementOf(document.body, "Theme")?.tagName).toBe("SPAN");
    expect(elementOf(document.body, "Picture")?.getAttribute("role")).toBe("group");
    expect(elementOf(document.body, "Density")).toBeNull();
  });
});
