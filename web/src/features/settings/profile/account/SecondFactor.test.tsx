import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/error";
import { beginFactor, confirmFactor, loadSecondFactor } from "@/api/secondFactor";
import type * as Calls from "@/api/secondFactor";
import { SecondFactor } from "./SecondFactor";

vi.mock("@/api/secondFactor", async (original) => ({
  ...(await original<typeof Calls>()),
  loadSecondFactor: vi.fn<typeof loadSecondFactor>(),
  beginFactor: vi.fn<typeof beginFactor>(),
  confirmFactor: vi.fn<typeof confirmFactor>(),
}));

const off = { since: null, recoveryCodes: 0 };
const on = { since: "2026-07-14T08:00:00Z", recoveryCodes: 10 };
const enrolment = { secret: "ABCDEFGH", url: "otpauth://totp/Troupe", qr: { size: 21, path: "M0 0h1v1z" } };

beforeAll(() => import("@/ui/DialogParts"));
beforeEach(() => {
  vi.mocked(loadSecondFactor).mockReset().mockResolvedValueOnce(off).mockResolvedValue(on);
  vi.mocked(beginFactor).mockReset().mockResolvedValue(enrolment);
  vi.mocked(confirmFactor).mockReset();
});

/** Opens the dialog that turns the second factor on, and sends the password. */
async function sendPassword() {
  render(<SecondFactor onChanged={() => {}} />);
  const turnOn = await screen.findByRole("button", { name: "Turn on two-factor authentication" });
  await act(async () => fireEvent.click(turnOn));
  await userEvent.type(await screen.findByLabelText("Password"), "calm otter{Enter}");
}

const expectOn = () => waitFor(() => expect(screen.getByText("10 of 10 left")).toBeTruthy());

describe("the setting of the second factor", () => {
  it("is read again when the dialog is closed, because the answer to the code can be lost", async () => {
    vi.mocked(confirmFactor).mockRejectedValue(new ApiError({ code: "unreachable", status: 0, message: "Can't reach Troupe." }));
    await sendPassword();
    await userEvent.type(await screen.findByLabelText("Code from your app"), "123456");
    await screen.findByText("Can't reach Troupe.");
    expect(loadSecondFactor).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await expectOn();
  });

  it("is read again when the node refuses the password because the second factor is on", async () => {
    vi.mocked(beginFactor).mockRejectedValue(new ApiError({ code: "already_exists", status: 409, message: "It is already on." }));
    await sendPassword();
    await screen.findByText("It is already on.");
    await expectOn();
  });

  it("is read again when no app waits for the code, and the dialog asks for the password again", async () => {
    vi.mocked(confirmFactor).mockRejectedValue(new ApiError({ code: "conflict", status: 409, message: "Start again." }));
    await sendPassword();
    await userEvent.type(await screen.findByLabelText("Code from your app"), "123456");
    await screen.findByText("Start again.");
    expect(screen.getByLabelText("Password")).toBeTruthy();
    await expectOn();
  });
});
