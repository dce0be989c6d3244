import { t } from "@lingui/core/macro";
import { describe, expect, it } from "vitest";
import { listed } from "./i18n";
import { inRow, isolated } from "./isolate";

const ada = "עדה";

describe("a name in a sentence", () => {
  it("is isolated where it is written from right to left, and stays as it is otherwise", () => {
    expect(t`Role of ${ada}`).toBe("Role of \u2068עדה\u2069");
    expect(t`Role of ${"Åsa 7"}`).toBe("Role of Åsa 7");
    expect(listed([ada, "Ben"])).toBe("\u2068עדה\u2069 and Ben");
    expect(inRow([ada, "Ben"])).toBe("\u2068עדה\u2069, Ben");
  });

  it("cannot end its isolation, nor leave one open", () => {
    expect(isolated("\u202Eab")).toBe("\u2068\u202Eab\u2069");
    expect(isolated("a\u2069\u202Eb")).toBe("\u2068a\u202Eb\u2069");
    expect(isolated("a\u2067b")).toBe("a\u2067b\u2069");
  });

  it("is isolated once, also in a sentence within a sentence", () => {
    const what = t`Role of ${ada}`;
    expect(t`Not saved: ${what}. ${"Try again."}`).toBe("Not saved: Role of \u2068עדה\u2069. Try again.");
    expect(isolated(isolated(ada))).toBe("\u2068עדה\u2069");
  });
});
