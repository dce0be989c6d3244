import { describe, expect, it } from "vitest";
import { asksIn, placeOf } from "./asksIn";

describe("the address of the consent page", () => {
  it("oa3: has the parameters of the app's request, and unknown ones are ignored", () => {
    const search = "?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fback&response_type=code&code_challenge=c&code_challenge_method=S256&scope=read+comment&state=s%201&prompt=none";
    expect(asksIn(search)).toEqual({
      clientId: "a",
      redirectUri: "https://app.example/back",
      responseType: "code",
      codeChallenge: "c",
      codeChallengeMethod: "S256",
      scope: "read comment",
      state: "s 1",
    });
    expect(asksIn("")).toEqual({ clientId: "", redirectUri: "" });
  });

  it("oa2: a parameter that is named twice counts as empty", () => {
    const asks = asksIn("?client_id=a&client_id=b&redirect_uri=https://app.example/&redirect_uri=https://evil.example/&scope=read&scope=invite");
    expect(asks).toEqual({ clientId: "", redirectUri: "", scope: "" });
  });

  it("names the host that receives the answer", () => {
    expect(placeOf("https://app.example:8443/back?x=1")).toBe("app.example:8443");
    expect(placeOf("https://app.example@evil.example/")).toBe("evil.example");
    for (const here of ["http://127.0.0.1:51004/back", "http://[::1]/", "no address"]) expect(placeOf(here)).toBeNull();
  });
});
