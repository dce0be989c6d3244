import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerDevice, askForDevice } from "@/api/deviceCodes";
import { ApiError } from "@/api/error";
import { LocationProvider } from "@/lib/location";
import { DeviceScreen } from "./DeviceScreen";
import { SEEN_AFTER } from "./useSeen";

vi.mock("@/api/deviceCodes");

const question = { name: "Pier Line", workspaceId: "w1", workspaceName: "Harbour", capabilities: ["comment" as const] };
const device = { question, userCode: "WDJB-MJHT", askedFrom: "203.0.113.7", sameNetwork: true };
let focused = true;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  focused = true;
  vi.spyOn(document, "hasFocus").mockImplementation(() => focused);
  vi.mocked(askForDevice).mockResolvedValue(device);
  vi.mocked(answerDevice).mockResolvedValue(undefined);
  window.history.replaceState(null, "", "/device?user_code=WDJB-MJHT");
});
afterEach(() => {
  vi.useRealTimers();
});

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const allow = () => screen.getByRole<HTMLButtonElement>("button", { name: "Allow" });

async function opens() {
  render(
    <LocationProvider>
      <DeviceScreen />
    </LocationProvider>,
  );
  await passes(0);
}

describe("the page for device codes", () => {
  it("oa14: allows access only after the page has been in front for a second, so a double click elsewhere is no consent", async () => {
    await opens();
    expect(allow().disabled).toBe(true);
    fireEvent.submit(allow());
    await passes(SEEN_AFTER - 1);
    expect(allow().disabled).toBe(true);
    expect(answerDevice).not.toHaveBeenCalled();
    await passes(1);
    focused = false;
    act(() => {
      window.dispatchEvent(new Event("blur"));
    });
    expect(allow().disabled).toBe(true);
    focused = true;
    act(() => {
      window.dispatchEvent(new Event("focus"));
    });
    await passes(SEEN_AFTER);
    fireEvent.click(allow());
    await passes(0);
    expect(answerDevice).toHaveBeenCalledExactlyOnceWith({ userCode: "WDJB-MJHT", allowed: ["comment"] });
  });

  it("oa5_oa14: shows a refusal that is not about the code of a link above the form", async () => {
    vi.mocked(askForDevice).mockRejectedValue(new ApiError({ code: "too_many", message: "You have 20 keys.", status: 409 }));
    await opens();
    expect(screen.getByRole("alert").textContent).toContain("You have 20 keys.");
    expect(screen.getByRole("textbox", { name: "Code" }).getAttribute("aria-invalid")).not.toBe("true");
  });
});
