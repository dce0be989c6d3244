import type { ClientFrame } from "./generated";

/** The frame that asks for an edit. */
export type CommandFrame = Extract<ClientFrame, { type: "command" }>;
