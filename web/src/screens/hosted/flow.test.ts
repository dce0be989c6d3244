import { describe, expect, it } from "vitest";
import { begun, flowAfter } from "./flow";

const answer = { state: "s", code: "c" };

describe("the return from a provider", () => {
  it("is exchanged for a session", () => {
    const fetching = begun(answer, "invalid");
    expect(fetching).toMatchObject({ step: "fetching", failure: null });
    const loading = flowAfter(fetching, { is: "signedIn" });
    expect(loading.step).toBe("shouldCompleteAuth");
    expect(flowAfter(loading, { is: "arrived" }).step).toBe("success");
  });

  it("asks for a code if the account has a second factor", () => {
    const asked = flowAfter(begun(answer, "invalid"), { is: "challenged", challenge: "id" });
    expect(asked).toMatchObject({ step: "verifyingCode", challenge: "id" });
    expect(flowAfter(asked, { is: "signedIn" }).step).toBe("shouldCompleteAuth");
  });

  it("fails with the reason, and stays failed", () => {
    const failed = flowAfter(begun(answer, "invalid"), { is: "refused", failure: "no" });
    expect(failed).toMatchObject({ step: "error", failure: "no" });
    expect(flowAfter(failed, { is: "signedIn" })).toBe(failed);
    expect(flowAfter(failed, { is: "refused", failure: "again" })).toBe(failed);
  });

  it("has failed if the address holds no answer", () => {
    expect(begun(null, "invalid")).toMatchObject({ step: "error", failure: "invalid" });
  });
});
