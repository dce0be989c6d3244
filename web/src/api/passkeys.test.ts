import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./error";
import { Cancelled, canUsePasskeys, signInWithPasskey } from "./passkeys";
import { sendForJson } from "./http";
import type * as Calls from "./http";

vi.mock("./http", async (original) => ({ ...(await original<typeof Calls>()), sendForJson: vi.fn<typeof sendForJson>() }));

/** A browser with passkeys, whose dialog ends like this. */
function browser(end: () => Promise<never>) {
  vi.mocked(sendForJson).mockResolvedValue({ challenge: "AAAA", domain: "localhost", timeout: 1 });
  vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: (options: unknown) => options });
  vi.stubGlobal("navigator", { credentials: { get: end } });
}

afterEach(() => vi.unstubAllGlobals());

describe("passkeys", () => {
  it("pk8: are offered only where the browser can use them", () => {
    expect(canUsePasskeys("troupe.example.org")).toBe(false);
    vi.stubGlobal("PublicKeyCredential", {});
    expect(canUsePasskeys("troupe.example.org")).toBe(false);
    browser(() => Promise.reject(new Error("not asked")));
    expect(canUsePasskeys("troupe.example.org")).toBe(true);
    expect(canUsePasskeys("localhost")).toBe(true);
    for (const numbers of ["127.0.0.1", "[::1]", "192.0.2.7"]) expect(canUsePasskeys(numbers)).toBe(false);
  });

  it("a closed dialog is not a failure, and other refusals of the browser have words", async () => {
    browser(() => Promise.reject(new DOMException("closed", "NotAllowedError")));
    await expect(signInWithPasskey()).rejects.toBeInstanceOf(Cancelled);
    browser(() => Promise.reject(new DOMException("wrong domain", "SecurityError")));
    await expect(signInWithPasskey()).rejects.toBeInstanceOf(ApiError);
    await expect(signInWithPasskey()).rejects.toThrow("Your browser can't use a passkey here.");
  });
});
