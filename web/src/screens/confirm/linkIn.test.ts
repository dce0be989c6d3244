import { expect, it } from "vitest";
import { linkIn } from "./linkIn";

it("cl1: an incomplete link is refused", () => {
  const token = "0123456789abcdef".repeat(4);
  expect(linkIn(`#7KQF-${token}`)).toEqual({ reference: "7KQF", token });
  for (const hash of ["", "#", "#7KQF-", `#${token}`, `#7KQF-${token}0`, `#7KQF-${token.slice(1)}`, `#<b>-${token}`]) expect(linkIn(hash)).toBeNull();
});
