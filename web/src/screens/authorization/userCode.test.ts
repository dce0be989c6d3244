import { expect, it } from "vitest";
import { codeIn } from "./userCode";

it("oa14: the page takes exactly one code from a link", () => {
  expect(codeIn("?user_code=WDJB-MJHT")).toBe("WDJB-MJHT");
  expect(codeIn("?x=1&user_code=+wdjbmjht+")).toBe("wdjbmjht");
  for (const none of ["", "?", "?user_code=", "?user_code=+", "?user_code=WDJB-MJHT&user_code=BDSD-HQMK", "?code=WDJB-MJHT"]) expect(codeIn(none)).toBeNull();
});
