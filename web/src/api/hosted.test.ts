import { describe, expect, it } from "vitest";
import { answerIn, isOfLink } from "./hosted";

describe("the answer of a provider in the address", () => {
  it("has the code, the issuer or the error, and nothing else", () => {
    expect(answerIn("?code=c&state=s&iss=https%3A%2F%2Fid.example.org&session_state=x")).toEqual({ code: "c", state: "s", iss: "https://id.example.org" });
    expect(answerIn("?error=access_denied&error_description=x&state=s")).toEqual({ error: "access_denied", state: "s" });
  });

  it("is missing without a state", () => {
    expect(answerIn("")).toBeNull();
    expect(answerIn("?code=c")).toBeNull();
  });

  it("belongs to a link if its state says so", () => {
    expect(isOfLink({ state: "link.abc" })).toBe(true);
    expect(isOfLink({ state: "abc" })).toBe(false);
  });
});
