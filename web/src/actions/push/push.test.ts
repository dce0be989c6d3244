import { describe, expect, it } from "vitest";
import { bytesOf, textOf } from "./browser";
import { stepFor } from "./push";

const ana = { me: "ana", session: "s1" };
const device = (current: boolean) => ({ id: "d", name: null, createdAt: "2026-01-01T00:00:00Z", current });
const here = { devices: [device(false), device(true)] };
const elsewhere = { devices: [device(false)] };

describe("web push in a browser in which it was turned on", () => {
  it("nt12_is told to the server again after a new sign-in and after a new key, and stays off where another device removed it", () => {
    expect(stepFor(ana, ana, true, here)).toBe("nothing");
    expect(stepFor(ana, ana, false, here)).toBe("renew");
    expect(stepFor(ana, { me: "ana", session: "s2" }, true, elsewhere)).toBe("renew");
    expect(stepFor(ana, ana, true, elsewhere)).toBe("forget");
    expect(stepFor(ana, { me: "ben", session: "s3" }, true, elsewhere)).toBe("nothing");
  });

  it("reads and writes keys as browsers and servers exchange them", () => {
    const text = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    expect(bytesOf(text)).toHaveLength(65);
    expect(textOf(bytesOf(text))).toBe(text);
  });
});
