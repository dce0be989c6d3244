import { beforeEach, describe, expect, it, vi } from "vitest";
import { signIn } from "./auth";
import { finishHosted } from "./hosted";
import { oneAttempt } from "./oneAttempt";
import { signInWithPasskey } from "./passkeys";
import { signInByPhone } from "./phone";
import { answerChallenge, renewPassword } from "./secondFactor";
import { signInByCode } from "./signInCode";

const password = "correct horse battery";
const pending = "Pending sign-in attempt already in progress";

const ways: Record<string, () => Promise<unknown>> = {
  "a password": () => signIn({ email: "ada@troupe.example", password }),
  "a phone number": () => signInByPhone({ phone: "+4915100000000", password }),
  "a mailed code": () => signInByCode({ requestId: "r", code: "12345678" }),
  "a code of the second factor": () => answerChallenge({ challengeId: "c", code: "123456" }),
  "a new password": () => renewPassword({ challengeId: "c", password }),
  "a provider": () => finishHosted({ state: "s", code: "c" }),
  "a passkey": signInWithPasskey,
};

let asked: string[];
let answer: (status: number) => void;

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return new Promise<Response>((resolve) => {
      answer = (status) => resolve(new Response(JSON.stringify({ error: { code: "wrong_credentials", message: "Wrong." } }), { status }));
    });
  });
});

describe("an attempt to sign in", () => {
  it.each(Object.keys(ways))("with %s refuses every second one until it is answered", async (way) => {
    const first = ways[way]?.().then(null, (thrown: unknown) => thrown);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    for (const second of Object.values(ways)) await expect(second()).rejects.toMatchObject({ code: "conflict", status: 0, message: pending });
    expect(asked).toHaveLength(1);
    answer(401);
    expect(await first).toMatchObject({ code: "wrong_credentials" });
    // The next attempt is free.
    const next = signIn({ email: "ada@troupe.example", password }).then(null, (thrown: unknown) => thrown);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    answer(401);
    expect(await next).toMatchObject({ code: "wrong_credentials" });
  });

  it("leaves the lock also if it fails before it asks the node", async () => {
    const broken = oneAttempt(() => Promise.reject(new TypeError("a bug")));
    await expect(broken).rejects.toThrow("a bug");
    expect(await oneAttempt(async () => "free")).toBe("free");
  });
});
