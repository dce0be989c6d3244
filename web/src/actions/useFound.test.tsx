import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, unreachable } from "@/api/error";
import { searchTasks, type SearchQuery } from "@/api/search";
import { useTroupe } from "@/sync/store";
import type { FoundTicket, Workspace } from "@/wire/generated";
import type { SearchResults } from "@/wire/http.generated";
import { useFound } from "./useFound";

vi.mock("@/api/search", async (original) => ({ ...(await original<object>()), searchTasks: vi.fn<typeof searchTasks>() }));

interface Call {
  query: SearchQuery;
  signal: AbortSignal | undefined;
  answer: (results: SearchResults) => void;
  fail: (error: Error) => void;
}

const before = useTroupe.getState();
let calls: Call[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  vi.mocked(searchTasks).mockImplementation(
    (_, query, signal) => new Promise((answer, fail) => void calls.push({ query, signal, answer, fail })),
  );
  useTroupe.setState({ workspace: { id: "w" } as Workspace, connection: "live" });
});
afterEach(() => {
  vi.useRealTimers();
  useTroupe.setState(before, true);
});

const ticket = (ticketId: string) => ({ ticketId }) as FoundTicket;
const page = (ids: readonly string[], next: number | null = null): SearchResults => ({ results: ids.map(ticket), next, corrects: true, complete: true });
const rest = (ms = 200) => act(() => vi.advanceTimersByTimeAsync(ms));

function typing() {
  const { result, rerender } = renderHook(({ text }) => useFound({ text, parts: [], listId: null }), { initialProps: { text: "" } });
  return { found: () => result.current, ids: () => result.current.results.map(({ ticketId }) => ticketId), type: (text: string) => rerender({ text }) };
}

describe("the search at the node", () => {
  it("asks once a moment after the last letter, and not for white space", async () => {
    const { type } = typing();
    for (const text of [" ", "l", "la", "lab"]) type(text);
    await rest();
    expect(calls.map(({ query }) => query.text)).toEqual(["lab"]);
  });

  it("keeps the results while the text only grows, and drops the results of other words", async () => {
    const { type, ids, found } = typing();
    type("lab");
    await rest();
    await act(async () => calls[0]?.answer(page(["a"])));
    expect(ids()).toEqual(["a"]);
    type("labe");
    expect([ids(), found().state]).toEqual([["a"], "asking"]);
    type("other");
    expect(ids()).toEqual([]);
  });

  it("drops an answer that comes after the words have changed", async () => {
    const { type, ids } = typing();
    type("lab");
    await rest();
    type("table");
    await rest();
    expect(calls[0]?.signal?.aborted).toBe(true);
    await act(async () => calls[1]?.answer(page(["new"])));
    await act(async () => calls[0]?.fail(new Error("aborted")));
    expect(ids()).toEqual(["new"]);
  });

  it("adds the next page without doubles", async () => {
    const { type, ids, found } = typing();
    type("lab");
    await rest();
    await act(async () => calls[0]?.answer(page(["a", "b"], 20)));
    act(() => found().more?.());
    await rest();
    expect(calls[1]?.query.after).toBe(20);
    await act(async () => calls[1]?.answer(page(["b", "c"])));
    expect([ids(), found().more]).toEqual([["a", "b", "c"], null]);
  });

  it("says that it is offline, and asks again when the connection is back", async () => {
    const { type, found, ids } = typing();
    act(() => useTroupe.setState({ connection: "offline" }));
    type("lab");
    await rest();
    await act(async () => calls[0]?.fail(unreachable()));
    expect(found().state).toBe("offline");
    act(() => useTroupe.setState({ connection: "live" }));
    await rest();
    await act(async () => calls[1]?.answer(page(["a"])));
    expect([found().state, ids()]).toEqual(["done", ["a"]]);
  });

  it("waits as long as a busy node asks, and shows other refusals", async () => {
    const { type, found } = typing();
    type("lab");
    await rest();
    await act(async () => calls[0]?.fail(new ApiError({ code: "rate_limited", message: "Wait.", status: 429, retryAfterMs: 700 })));
    await rest(600);
    expect(calls).toHaveLength(1);
    await rest(200);
    expect(calls).toHaveLength(2);
    await act(async () => calls[1]?.fail(new ApiError({ code: "unavailable", message: "Too slow.", status: 503 })));
    expect([found().state, found().message]).toEqual(["failed", "Too slow."]);
  });
});
