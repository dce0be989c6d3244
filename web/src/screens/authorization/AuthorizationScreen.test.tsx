import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerApp, askForApp } from "@/api/apps";
import { errorFrom, unreachable } from "@/api/error";
import { leaveFor } from "@/lib/elsewhere";
import { LocationProvider } from "@/lib/location";
import { AuthorizationScreen } from "./AuthorizationScreen";
import { SEEN_AFTER } from "./useSeen";

vi.mock("@/api/apps");
vi.mock("@/lib/elsewhere", { spy: true });

const question = { name: "Pier Sketch", workspaceId: "w1", workspaceName: "Harbour", capabilities: ["comment" as const] };
const page = { focused: true, visible: true };

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  Object.assign(page, { focused: true, visible: true });
  vi.spyOn(document, "hasFocus").mockImplementation(() => page.focused);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (page.visible ? "visible" : "hidden"));
  vi.mocked(leaveFor).mockReturnValue(undefined);
  vi.mocked(answerApp).mockResolvedValue("https://app.example/back?code=c");
  window.history.replaceState(null, "", "/authorization?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fback");
});
afterEach(() => {
  vi.useRealTimers();
});

async function opens(answer: Awaited<ReturnType<typeof askForApp>>) {
  vi.mocked(askForApp).mockResolvedValue(answer);
  render(
    <LocationProvider>
      <AuthorizationScreen />
    </LocationProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
}

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const allow = () => screen.getByRole<HTMLButtonElement>("button", { name: "Allow" });

function becomes(now: Partial<typeof page>) {
  const event = now.focused === undefined ? null : new Event(now.focused ? "focus" : "blur");
  Object.assign(page, now);
  act(() => {
    if (event === null) document.dispatchEvent(new Event("visibilitychange"));
    else window.dispatchEvent(event);
  });
}

describe("the consent page", () => {
  it("asks again by a button if the node could not be reached, and has none if the node refuses", async () => {
    vi.mocked(askForApp).mockRejectedValueOnce(unreachable());
    await opens({ question, returnTo: null });
    screen.getByText("Can't reach Troupe. Check your connection.");
    vi.mocked(askForApp).mockRejectedValueOnce(errorFrom(404, { error: { code: "not_found", message: "There is no such app." } }));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await passes(0);
    screen.getByText("There is no such app.");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("oa3: takes a consent only after it has been in front for a second, so a double click elsewhere is none", async () => {
    await opens({ question, returnTo: null });
    expect(allow().disabled).toBe(true);
    fireEvent.submit(allow());
    await passes(SEEN_AFTER - 1);
    expect(allow().disabled).toBe(true);
    expect(answerApp).not.toHaveBeenCalled();
    await passes(1);
    fireEvent.click(allow());
    await passes(0);
    expect(vi.mocked(answerApp).mock.calls[0]?.[0].allowed).toEqual(["comment"]);
    expect(leaveFor).toHaveBeenCalledWith("https://app.example/back?code=c");
  });

  it("oa3: counts the second anew when the page loses the focus or is hidden", async () => {
    await opens({ question, returnTo: null });
    await passes(SEEN_AFTER);
    for (const [away, back] of [
      [{ focused: false }, { focused: true }],
      [{ visible: false }, { visible: true }],
    ] as const) {
      becomes(away);
      await passes(10 * SEEN_AFTER);
      expect(allow().disabled).toBe(true);
      becomes(back);
      await passes(SEEN_AFTER - 1);
      expect(allow().disabled).toBe(true);
      await passes(1);
      expect(allow().disabled).toBe(false);
    }
  });

  it("oa3: ignores an Enter that is held", async () => {
    await opens({ question, returnTo: null });
    await passes(SEEN_AFTER);
    expect(fireEvent.keyDown(allow(), { key: "Enter", repeat: true })).toBe(false);
    expect(fireEvent.keyDown(allow(), { key: "Enter" })).toBe(true);
  });

  it("oa3: leaves for an app whose request has an error only after a click", async () => {
    const returnTo = "https://app.example/back?error=invalid_request";
    await opens({ question: null, returnTo });
    await passes(10 * SEEN_AFTER);
    expect(leaveFor).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Return to app.example" }));
    expect(leaveFor).toHaveBeenCalledWith(returnTo);
  });
});
