import { describe, expect, it } from "vitest";
import { initials, lettersOn, pictureIn } from "./workspacePicture";

describe("the icon of a workspace", () => {
  it("is letters on a colour, an emoji, or a picture at an address", () => {
    expect(pictureIn(lettersOn("teal", "AB"))).toEqual({ is: "letters", letters: "AB", hue: "teal" });
    expect(pictureIn("🏰")).toEqual({ is: "text", text: "🏰" });
    expect(pictureIn("plaid:AB")).toEqual({ is: "text", text: "plaid:AB" });
    expect(pictureIn("https://a.example/b.png")).toEqual({ is: "picture", address: "https://a.example/b.png" });
  });

  it("suggests the initials of the name", () => {
    expect(["Harbour", "the old pier", "Ärzte-Haus", "🏰"].map(initials)).toEqual(["H", "TO", "ÄH", ""]);
  });
});
