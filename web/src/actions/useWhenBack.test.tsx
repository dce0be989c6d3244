import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Connection } from "@/sync/types";
import { useTroupe } from "@/sync/store";
import { useWhenBack } from "./useWhenBack";

const become = (connection: Connection) => act(() => useTroupe.setState({ connection }));

it("repeats a failed request once for each time that the connection comes back", () => {
  become("connecting");
  const again = vi.fn<() => void>();
  const { rerender } = renderHook(({ failed }) => useWhenBack(failed, again), { initialProps: { failed: true } });
  become("live");
  expect(again).not.toHaveBeenCalled();
  become("offline");
  become("live");
  become("live");
  expect(again).toHaveBeenCalledTimes(1);
  rerender({ failed: false });
  become("offline");
  become("live");
  expect(again).toHaveBeenCalledTimes(1);
  rerender({ failed: true });
  become("offline");
  become("live");
  expect(again).toHaveBeenCalledTimes(2);
});
