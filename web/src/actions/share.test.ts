import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { share } from "./share";
import { useTold } from "@/ui/Toast";

const url = "https://troupe.example/w/TLS/list/l1/TLS-12";
const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
let coarse = false;

function onPhone(sheet: (data: ShareData) => Promise<void>) {
  coarse = true;
  Object.defineProperty(navigator, "share", { value: sheet, configurable: true });
}

beforeEach(() => {
  coarse = false;
  writeText.mockClear();
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);
  vi.spyOn(window, "matchMedia").mockImplementation(() => ({ matches: coarse }) as MediaQueryList);
  useTold.setState({ told: null });
});
afterEach(() => Reflect.deleteProperty(navigator, "share"));

describe("sharing", () => {
  it("copies the link, and says so", async () => {
    await share(url, "TLS-12 Fix handshake");
    expect(writeText).toHaveBeenCalledWith(url);
    await vi.waitFor(() => expect(useTold.getState().told).toMatchObject({ text: "Link copied" }));
  });

  it("is left to the phone where there is one", async () => {
    const sheet = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
    onPhone(sheet);
    await share(url, "TLS-12 Fix handshake");
    expect(sheet).toHaveBeenCalledWith({ url, title: "TLS-12 Fix handshake" });
    expect(writeText).not.toHaveBeenCalled();
  });

  it("does nothing more when the person closes the phone's sheet, and copies when the phone can't share", async () => {
    onPhone(() => Promise.reject(new DOMException("closed", "AbortError")));
    await share(url, "");
    expect(writeText).not.toHaveBeenCalled();
    onPhone(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    await share(url, "");
    expect(writeText).toHaveBeenCalledWith(url);
  });
});
