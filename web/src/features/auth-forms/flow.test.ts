import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/error";
import { begun, flowAfter, problemsAfter, type Flow, type FlowEvent } from "./flow";

const request = { requestId: "r", reference: "ABCD" };
const walk = (...events: FlowEvent[]): Flow => events.reduce(flowAfter, begun("ada@troupe.example"));
const atCode: FlowEvent[] = [{ is: "send" }, { is: "codeSent", request }, { is: "typed", field: "code", value: "12345678" }];
const atPassword: FlowEvent[] = [...atCode, { is: "codeEntered" }, { is: "typed", field: "password", value: "calm otter" }];

describe("a forgotten password", () => {
  it("is replaced in three forms: the address, the code, the new password", () => {
    expect(begun("")).toMatchObject({ step: "entering", form: "entering" });
    expect(walk(...atCode)).toMatchObject({ step: "verifyingCode", form: "verifyingCode", request });
    expect(walk(...atPassword)).toMatchObject({ step: "completingPassword", form: "completingPassword" });
    expect(walk(...atPassword, { is: "send" }, { is: "signedIn" })).toMatchObject({ step: "shouldCompleteAuth", form: "completingPassword" });
  });

  it("returns to the code when the code is wrong, and keeps both texts", () => {
    const flow = walk(...atPassword, { is: "send" }, { is: "refused", problems: { code: "That code is incorrect." } });
    expect(flow).toMatchObject({ step: "verifyingCode", form: "verifyingCode", problems: { code: "That code is incorrect." } });
    expect(flow.values).toEqual({ address: "ada@troupe.example", code: "12345678", password: "calm otter" });
  });

  it("returns to the code when the right code was used or has expired, and keeps both texts", () => {
    const gone = new ApiError({ code: "gone", status: 410, message: "This has been used or has expired." });
    const flow = walk(...atPassword, { is: "send" }, { is: "refused", problems: problemsAfter(gone, "email") });
    expect(flow).toMatchObject({ step: "verifyingCode", form: "verifyingCode", request, problems: { code: "This has been used or has expired." } });
    expect(flow.values).toEqual({ address: "ada@troupe.example", code: "12345678", password: "calm otter" });
  });

  it("starts over at the address, with a new request", () => {
    const flow = walk(...atCode, { is: "back" });
    expect(flow).toMatchObject({ step: "entering", form: "entering", request: null, values: { address: "ada@troupe.example", code: "" } });
    expect(flowAfter(flowAfter(flow, { is: "send" }), { is: "codeSent", request })).toMatchObject({ form: "verifyingCode", request });
  });

  it("stays at the new password if the password is refused or the node does not answer", () => {
    for (const problems of [{ password: "Choose another." }, { form: "Can't reach Troupe." }]) {
      expect(walk(...atPassword, { is: "send" }, { is: "refused", problems })).toMatchObject({ step: "completingPassword", problems });
    }
    expect(walk({ is: "send" }, { is: "refused", problems: { address: "No address." } })).toMatchObject({ step: "error", form: "entering" });
  });

  it("asks for a code of the second factor after the new password, within the same steps", () => {
    const challenged = walk(...atPassword, { is: "send" }, { is: "needed", needed: { challengeId: "c" } });
    expect(challenged).toMatchObject({ step: "verifyingCode", needed: { challengeId: "c" } });
    expect(flowAfter(challenged, { is: "signedIn" })).toMatchObject({ step: "shouldCompleteAuth", needed: { challengeId: "c" } });
  });

  it("sends once, and shows the same form while the node works", () => {
    expect(walk(...atPassword, { is: "send" }, { is: "send" })).toMatchObject({ step: "fetching", form: "completingPassword" });
  });

  it("removes a problem when its text changes", () => {
    const refused = walk(...atPassword, { is: "send" }, { is: "refused", problems: { code: "Wrong." } });
    expect(flowAfter(refused, { is: "typed", field: "code", value: "1" }).problems.code).toBeUndefined();
  });
});
