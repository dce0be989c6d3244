import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The messages of the specification, in its order: the catalogue of errors, empty fields, attempts, and the wait for a link. */
const specification = [
  "No valid MFA method provided",
  "Invalid MFA type",
  "Error creating account",
  "Network Error",
  "Device tracking has not been configured in this User Pool",
  "Please use your credentials to sign in",
  "Authentication Error",
  "Access Token has been revoked",
  "Refresh Token has been revoked",
  "User is disabled.",
  "User does not exist.",
  "Refresh Token has expired",
  "Session is invalid due to: {message} and failed to clean up invalid session: {message}",
  "No current user",
  "The user is not authenticated",
  "No User Pool in the configuration.",
  "Signout timeout fail",
  "ChunkLoadError",
  "CSS_CHUNK_LOAD_FAILED",
  "Unexpected Application Error!",
  "Email cannot be empty",
  "Phone number cannot be empty",
  "Username cannot be empty",
  "Password cannot be empty",
  "Confirmation code cannot be empty",
  "Challenge response cannot be empty",
  "Pending sign-in attempt already in progress",
  "Invalid state in OAuth flow",
  "Please confirm your account and use your credentials to sign in.",
];

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const sources = ["web/src/api/authMessages.ts", "web/src/api/emptyFields.ts", "server/src/error/mod.rs", "server/src/words/refusals.rs"].map(read).join("\n");

/** The rows of the table: the message, Troupe's code or nothing, and where it is shown or why it is not. */
const rows = read("docs/IDENTITY.md")
  .split("## Messages")[1]
  ?.split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));

/** Whether the sources contain a message. Their placeholders for values may differ. */
const inSources = (message: string) => message.split("{message}").every((part) => sources.includes(part));

describe("the table of messages", () => {
  it("has one row for every message of the specification, in its order", () => {
    expect(rows?.map(([message]) => message)).toEqual(specification);
  });

  it("gives each message a code that the sources have with its text, or says why Troupe never shows it", () => {
    for (const [message = "", code = "", about = ""] of rows ?? []) {
      expect(about, message).not.toBe("");
      if (code === "") continue;
      expect(code, message).toMatch(/^`[a-z_]+`$/);
      expect(inSources(message), `${message}: no source has the text`).toBe(true);
      expect(sources, message).toContain(code.slice(1, -1));
    }
  });
});
