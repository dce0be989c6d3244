import { spawn, type ChildProcess } from "node:child_process";
import { until } from "./node";

/** A program that a test needs. */
export interface Program {
  /** Its output so far, for a failed test. */
  log(): string;
  end(): Promise<void>;
}

/** Starts a program and waits until `ready` is true. A program that exits before fails the test with its output. */
export async function program(
  command: string[],
  environment: Record<string, string>,
  ready: (log: string) => boolean | Promise<boolean>,
): Promise<Program> {
  const [file = "", ...args] = command;
  let log = "";
  let fault: Error | undefined;
  const child: ChildProcess = spawn(file, args, {
    env: { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin`, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.once("error", (error) => (fault = error));
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => (log += text.toString()));
  await until(`${file} is ready`, async () => {
    if (fault) throw new Error(`${file} cannot be started; scripts/test-tools installs it`, { cause: fault });
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}:\n${log}`);
    return ready(log);
  });
  return {
    log: () => log,
    end: async () => {
      child.kill("SIGTERM");
      await gone;
    },
  };
}
