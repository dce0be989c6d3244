import { describe, expect, it } from "vitest";
import { authMessages, failedCleanUp, inWords, sessionInvalid } from "./authMessages";
import { ApiError, unreachable, type ApiErrorCode } from "./error";

const refused = (code: ApiErrorCode, message = "in the node's words") => new ApiError({ code, status: 401, message, field: "code", retryAfterMs: 1_000 });
const told = (thrown: unknown) => (thrown as ApiError).message;

describe("messages about authentication", () => {
  it("are those of the specification for its codes", () => {
    expect(told(inWords(refused("internal"), "signIn"))).toBe("Authentication Error");
    expect(told(inWords(refused("internal"), "signUp"))).toBe("Error creating account");
    expect(told(inWords(refused("gone"), "secondFactor"))).toBe("Please use your credentials to sign in");
    expect(told(inWords(refused("refresh_expired"), "signIn"))).toBe("Refresh Token has expired");
  });

  it("say what to do when there is no network", () => {
    expect(told(inWords(unreachable(), "signIn"))).toBe("Network Error. Can't reach Troupe. Check your connection.");
  });

  it("leave all other refusals unchanged, and keep the field and the time to wait", () => {
    for (const code of ["wrong_credentials", "validation_failed", "rate_limited"] as const) {
      const thrown = refused(code);
      expect(inWords(thrown, "signIn")).toBe(thrown);
    }
    expect(inWords(refused("internal"), "signIn")).toMatchObject({ code: "internal", field: "code", retryAfterMs: 1_000 });
    const bug = new TypeError("a bug");
    expect(inWords(bug, "signIn")).toBe(bug);
  });

  it("wrap the failure of a clean-up", () => {
    expect(failedCleanUp(refused("internal", "No space."))).toBe(
      "Session is invalid due to: User does not exist. and failed to clean up invalid session: No space.",
    );
  });

  it.each([
    [{ code: "token_revoked", gone: false }, "Access Token has been revoked"],
    [{ code: "refresh_revoked", gone: false }, "Refresh Token has been revoked"],
    [{ code: "refresh_expired", gone: false }, "Refresh Token has expired"],
    [{ code: "refresh_revoked", gone: true }, "User does not exist."],
    [{ code: "token_revoked", gone: true }, "User does not exist."],
  ] as const)("say why a session is invalid: %o", (end, reason) => {
    expect(sessionInvalid(end)).toBe(`Session is invalid due to: ${reason}`);
    expect(sessionInvalid(end, refused("internal", "No space."))).toBe(`Session is invalid due to: ${reason} and failed to clean up invalid session: No space.`);
  });

  it("say nothing more of a session that ended for another reason, unless its data could not be deleted", () => {
    expect(sessionInvalid({ code: "unauthenticated", gone: false })).toBeNull();
    expect(sessionInvalid({ code: "unauthenticated", gone: false }, refused("internal", "No space."))).toMatch(/due to: The user is not authenticated and failed/);
  });

  it("have no missing values", () => {
    for (const text of Object.values(authMessages)) expect(text("", "")).not.toMatch(/undefined|^$/);
  });
});
