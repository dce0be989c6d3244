import { expect, it } from "vitest";
import { redirectsIn } from "./redirects";

it("oa1: redirect URLs are separated by spaces, commas or line breaks", () => {
  const [web, here] = ["https://app.example/back", "http://127.0.0.1/back"];
  for (const text of [`${web} ${here}`, ` ${web},${here} `, `${web},\n${here}\n${web}`]) expect(redirectsIn(text)).toEqual([web, here]);
  expect(redirectsIn("  ")).toEqual([]);
});
