/**
 * The step of a log-in or of a password reset. `fetching` waits for an answer of the node; `completingPassword` asks for a new
 * password; `shouldCompleteAuth` has a session and loads the user.
 */
export type AuthStep = "entering" | "fetching" | "error" | "verifyingCode" | "completingPassword" | "shouldCompleteAuth" | "success";

/**
 * An event that changes the step. `codeRefused` leads back to the code, even if a new password was sent with the code. `newPasswordNeeded`
 * is the answer to the right password, or to the code that follows it, if the password must be replaced.
 */
export type AuthEvent = "send" | "newPasswordNeeded" | "codeSent" | "codeEntered" | "codeRefused" | "passwordRefused" | "refused" | "signedIn" | "arrived" | "back";

const transitions: Readonly<Record<AuthStep, Partial<Record<AuthEvent, AuthStep>>>> = {
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

/** The step after an event. An event that a step does not expect changes nothing, so only one attempt runs at a time. */
export const stepAfter = (step: AuthStep, event: AuthEvent): AuthStep => transitions[step][event] ?? step;

/** Whether a step expects an event. */
export const allows = (step: AuthStep, event: AuthEvent): boolean => event in transitions[step];
