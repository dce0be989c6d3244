import { describe, expect, it } from "vitest";
import { ApiError, errorFrom, messageOf } from "./error";
import { problemsOf } from "./formProblems";

const refusal = (error: Record<string, unknown>, status = 422) => errorFrom(status, { error });

describe("errors of the node", () => {
  it("keep what the node says of them", () => {
    const error = refusal({ code: "cycle", message: "Round and round", field: "parentTicketId", path: ["a", "b"] });
    expect(error).toMatchObject({ code: "cycle", status: 422, field: "parentTicketId", retryAfterMs: null });
    expect(error.details.path).toEqual(["a", "b"]);
  });

  it("are malformed where they have no such shape, and keep their status", () => {
    for (const body of [null, "<html>", { error: "no" }, { error: { code: 7 } }, []])
      expect(errorFrom(502, body)).toMatchObject({ code: "malformed", status: 502 });
  });

  it("stand beside the field that they blame, else above the form", () => {
    const blaming = refusal({ code: "validation_failed", message: "Too short", field: "password" });
    expect(problemsOf(blaming, ["email", "password"])).toEqual({ password: "Too short" });
    expect(problemsOf(blaming, ["email"])).toEqual({ form: "Too short" });
    expect(problemsOf(new Error("secret detail"), ["email"])).toEqual({ form: messageOf(null) });
  });

  it("say how long to wait", () => {
    const slow = (retryAfterMs: number) => refusal({ code: "rate_limited", message: "Slowly", retryAfterMs }, 429);
    expect(problemsOf(slow(4_200), [])).toEqual({ form: "Too many attempts. Try again in 5 seconds." });
    expect(problemsOf(slow(600_000), [])).toEqual({ form: "Too many attempts. Try again in 10 minutes." });
    expect(slow(1)).toBeInstanceOf(ApiError);
  });
});
