import { describe, expect, it } from "vitest";
import { isPlainDate } from "@/lib/plainDate";
import { deletionText } from "./trash";

const day = (text: string) => {
  if (!isPlainDate(text)) throw new Error(text);
  return text;
};

describe("the deletion of a trashed task", () => {
  it("is thirty days after it came into the trash", () => {
    expect(deletionText("2030-05-01T12:00:00Z", day("2030-05-30"))).toBe("Will be deleted on 31 May");
  });

  it("names no day that is over", () => {
    expect(deletionText("2030-05-01T12:00:00Z", day("2030-05-31"))).toBe("Will be deleted soon");
    expect(deletionText("2029-05-01T12:00:00Z", day("2030-05-31"))).toBe("Will be deleted soon");
  });
});
