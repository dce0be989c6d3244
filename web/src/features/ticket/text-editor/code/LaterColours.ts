import { laterComponent } from "@/lib/later";
import type { ColoursProps } from "./Colours";

/** Loaded with the first text that has code in a named language. */
export const LaterColours = laterComponent<ColoursProps>(async () => (await import("./Colours")).Colours, {
  idle: false,
  instead: ({ code }) => code,
});
