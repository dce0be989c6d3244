import { describe, expect, it } from "vitest";
import type { AuthEvent } from "@/api/authSteps";
import { begun, stepsAfter, type Steps } from "./steps";

const walk = (from: Steps, ...events: AuthEvent[]) => events.reduce(stepsAfter, from);

describe("the forms of a log-in after the right password", () => {
  it("rp1: ask for a new password at once, or after the code of a second factor", () => {
    expect(begun(true).form).toBe("completingPassword");
    expect(walk(begun(false), "send").form).toBe("verifyingCode");
    expect(walk(begun(false), "send", "newPasswordNeeded")).toEqual(begun(true));
    expect(walk(begun(false), "send", "codeRefused")).toEqual(begun(false));
  });

  it("rp3: keep the form of the new password while the node works, and after a refusal", () => {
    expect(walk(begun(true), "send").form).toBe("completingPassword");
    expect(walk(begun(true), "send", "passwordRefused")).toEqual(begun(true));
    expect(walk(begun(true), "send", "signedIn")).toEqual({ step: "shouldCompleteAuth", form: "completingPassword" });
  });
});
