import { describe, expect, it } from "vitest";
import type { Ticket } from "@/wire/generated";
import { taskTitle } from "./useShownPlace";

const ticket = (id: string, more: Partial<Ticket>) => [id, { id, private: false, ...more } as Ticket] as const;
const state = {
  workspace: { id: "w", name: "TLS 1.3", icon: null, key: "TLS", createdAt: "" },
  tickets: Object.fromEntries([
    ticket("a", { number: 12, title: "Fix handshake" }),
    ticket("b", { number: 0, title: "Not numbered yet" }),
    ticket("c", { number: 12, title: "Mine alone", private: true }),
  ]),
};

describe("the title of the window", () => {
  it("names the task by its key and its title", () => {
    expect(taskTitle(state, "TLS-12")).toBe("TLS-12 Fix handshake");
    expect(taskTitle(state, "MY-12")).toBe("MY-12 Mine alone");
  });

  it("has the title alone before the task is numbered, and the address where there is no task", () => {
    expect(taskTitle(state, "b")).toBe("Not numbered yet");
    expect(taskTitle(state, "TLS-99")).toBe("TLS-99");
  });
});
