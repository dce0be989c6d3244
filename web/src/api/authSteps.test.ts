import { describe, expect, it } from "vitest";
import { allows, stepAfter, type AuthEvent, type AuthStep } from "./authSteps";

const walk = (...events: AuthEvent[]): AuthStep => events.reduce<AuthStep>(stepAfter, "entering");

const everyEvent: readonly AuthEvent[] = ["send", "newPasswordNeeded", "codeSent", "codeEntered", "codeRefused", "passwordRefused", "refused", "signedIn", "arrived", "back"];

describe("the steps of authentication", () => {
  it("lead from the password to the app", () => {
    expect(walk("send")).toBe("fetching");
    expect(walk("send", "signedIn")).toBe("shouldCompleteAuth");
    expect(walk("send", "signedIn", "arrived")).toBe("success");
  });

  it("lead from the password to the code of a second factor, and back if the sign-in expires", () => {
    expect(walk("send", "codeSent", "signedIn", "arrived")).toBe("success");
    expect(walk("send", "codeSent", "back")).toBe("entering");
  });

  it("keep an error until the person sends again", () => {
    expect(walk("send", "refused")).toBe("error");
    expect(walk("send", "refused", "send", "signedIn", "arrived")).toBe("success");
    expect(walk("send", "signedIn", "refused")).toBe("error");
  });

  it("lead from a forgotten password to its code, and from the code to a new password", () => {
    expect(walk("send", "codeSent")).toBe("verifyingCode");
    expect(walk("send", "codeSent", "codeEntered")).toBe("completingPassword");
    expect(walk("send", "codeSent", "codeEntered", "send", "signedIn", "arrived")).toBe("success");
  });

  it("rp1: lead from the password, or from the code of a second factor, to a new password and then to the app", () => {
    expect(walk("send", "newPasswordNeeded")).toBe("completingPassword");
    expect(walk("send", "newPasswordNeeded", "send", "signedIn", "arrived")).toBe("success");
    expect(walk("send", "codeSent", "send", "newPasswordNeeded")).toBe("completingPassword");
    expect(walk("send", "newPasswordNeeded", "send", "passwordRefused")).toBe("completingPassword");
    // A sign-in that has expired leads back to the password.
    expect(walk("send", "newPasswordNeeded", "send", "refused", "send")).toBe("fetching");
    expect(walk("send", "newPasswordNeeded", "arrived")).toBe("completingPassword");
  });

  it("lead back to the code if the code is wrong, also after the new password was sent", () => {
    expect(walk("send", "codeSent", "send", "codeRefused")).toBe("verifyingCode");
    expect(walk("send", "codeSent", "codeEntered", "send", "codeRefused")).toBe("verifyingCode");
    expect(walk("send", "codeSent", "codeEntered", "send", "passwordRefused")).toBe("completingPassword");
  });

  it("run one attempt at a time: a second attempt changes nothing", () => {
    expect(allows("fetching", "send")).toBe(false);
    expect(walk("send", "send")).toBe("fetching");
    expect(allows("shouldCompleteAuth", "send")).toBe(false);
  });

  it("reach every step, and begin again after logging out", () => {
    expect(walk("send", "signedIn", "arrived", "back")).toBe("entering");
    expect(walk("send", "codeSent", "codeEntered", "back", "back")).toBe("entering");
    const steps: AuthStep[] = ["entering", "fetching", "error", "verifyingCode", "completingPassword", "shouldCompleteAuth", "success"];
    const reached = new Set<AuthStep>(["entering"]);
    for (const step of reached) for (const event of everyEvent) reached.add(stepAfter(step, event));
    expect([...reached].toSorted()).toEqual(steps.toSorted());
  });

  const cells: Record<AuthStep, Partial<Record<AuthEvent, AuthStep>>> = {
    entering: { send: "fetching" },
    fetching: {
      codeSent: "verifyingCode",
      newPasswordNeeded: "completingPassword",
      codeRefused: "verifyingCode",
      passwordRefused: "completingPassword",
      refused: "error",
      signedIn: "shouldCompleteAuth",
      back: "entering",
    },
    error: { send: "fetching", back: "entering" },
    verifyingCode: { send: "fetching", codeEntered: "completingPassword", signedIn: "shouldCompleteAuth", back: "entering" },
    completingPassword: { send: "fetching", back: "verifyingCode" },
    shouldCompleteAuth: { arrived: "success", refused: "error" },
    success: { back: "entering" },
  };

  it.each(Object.entries(cells).flatMap(([step, known]) => everyEvent.map((event) => [step as AuthStep, event, known[event]] as const)))("at %s, the event %s leads to %s", (step, event, next) => {
    expect([stepAfter(step, event), allows(step, event)]).toEqual([next ?? step, next !== undefined]);
  });
});
