import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { APIResponse, Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { SnapshotLine } from "@/wire/generated";
import { until } from "./node";
import { shots } from "./shots";

export interface PersonOptions extends BrowserContextOptions {
  theme?: "light" | "dark" | "auto";
  /**
   * True if the app fetches its other parts while the browser is idle, as for most users. By default it does not, as in
   * a browser that saves data. Fetching ahead is almost half of the cost of opening a page, and each test opens several pages.
   */
  fetchesAhead?: boolean;
  /** True if the empty attributes of an open task are folded, as for most users. By default a test sees all of them. */
  foldsEmpty?: boolean;
}

export interface NewWorkspace {
  id: string;
  name: string;
  key: string;
}

/** A user with a browser, who can also call the API. */
export interface Person {
  name: string;
  email: string;
  password: string;
  id: string;
  context: BrowserContext;
  page: Page;
  /** Calls the API as this person; throws unless the answer is a success. */
  call<T>(path: string, body?: unknown): Promise<T>;
  makeWorkspace(name: string, key?: string): Promise<NewWorkspace>;
  /** Creates an invitation and accepts it as the other person. */
  invite(other: Person, workspace: NewWorkspace, role?: "member" | "admin"): Promise<void>;
  /** Sends a command to a workspace over HTTP; throws unless it is acknowledged. */
  send(workspace: NewWorkspace, command: Record<string, unknown>): Promise<void>;
  /** Opens a path of the app, and waits until the workspace, if there is one, shows a page. The path of a workspace alone opens a list. */
  goto(path: string): Promise<void>;
  /** Every row of a workspace that this person may see, from the node. */
  snapshot(workspace: NewWorkspace): Promise<SnapshotLine[]>;
  /** The titles of a workspace, from the node. */
  titles(workspace: NewWorkspace): Promise<string[]>;
  /** Saves a screenshot under `test-results`. */
  shot(name: string): Promise<void>;
}

interface Fixture {
  browser: Browser;
  /** The opened contexts. `close` closes them. */
  contexts: BrowserContext[];
  url: string;
  faults: string[];
}

export const password = "correct horse battery";

async function json<T>(answer: APIResponse): Promise<T> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`);
  return answer.status() === 204 ? (undefined as T) : ((await answer.json()) as T);
}

/** The last code mailed to an address. */
export async function mailedCode(context: BrowserContext, email: string): Promise<string> {
  const answer = await context.request.get(`/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  const { messages } = await json<{ messages: { code?: string }[] }>(answer);
  // A notice, which has no code, may have come after it.
  const code = messages.find((mail) => mail.code !== undefined)?.code;
  if (code === undefined) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** Runs in a page before the app. */
const saveData = () => Object.defineProperty(Navigator.prototype, "connection", { value: { saveData: true } });

/** A browser without an account, which records page errors. */
export async function newBrowser(fixture: Fixture, { theme = "light", fetchesAhead = false, foldsEmpty = false, ...options }: PersonOptions = {}) {
  const context = await fixture.browser.newContext({
    baseURL: fixture.url,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    // The routes of a test do not see requests that a service worker answers, so only tests of the worker allow one.
    serviceWorkers: "block",
    storageState: {
      cookies: [],
      origins: [{ origin: fixture.url, localStorage: [{ name: "troupe.theme", value: theme }, ...(foldsEmpty ? [] : [{ name: "troupe.panel", value: JSON.stringify({ empty: true }) }])] }],
    },
    ...options,
  });
  const watch = (page: Page) => page.on("pageerror", (error) => fixture.faults.push(error.stack || `${error.name}: ${error.message}`));
  fixture.contexts.push(context);
  context.on("page", watch);
  if (!fetchesAhead) await context.addInitScript(saveData);
  return { context, page: await context.newPage() };
}

/** Most tests are about the spreadsheet, and open pages without naming a view. */
const usualView = { kind: "preferences.update", patch: { defaultView: "spreadsheet" } };

/** Signs a user up through the API, which is fast; the refresh cookie ends up in the browser. */
export async function signedUp(fixture: Fixture, name: string, options?: PersonOptions): Promise<Person> {
  const { context, page } = await newBrowser(fixture, options);
  const called = name.toLowerCase().match(/[a-z0-9]+/g) ?? ["member"];
  const email = `${called.join(".")}.${randomUUID().slice(0, 8)}@troupe.example`;
  const [firstname, ...others] = name.split(" ");
  const lastname = others.join(" ");
  const { signUpId } = await json<{ signUpId: string }>(
    await context.request.post("/api/auth/sign-up", {
      data: { email, password, firstname, ...(lastname !== "" && { lastname }) },
    }),
  );
  const code = await mailedCode(context, email);
  const session = await json<{ accessToken: string; user: { id: string } }>(
    await context.request.post("/api/auth/confirm", { data: { signUpId, code } }),
  );
  const headers = { authorization: `Bearer ${session.accessToken}` };
  const call = async <T>(path: string, body?: unknown): Promise<T> =>
    json<T>(
      body === undefined
        ? await context.request.get(path, { headers })
        : await context.request.post(path, { headers, data: body }),
    );
  const snapshot = async ({ id }: NewWorkspace) => {
    const ask = () => context.request.get(`/api/workspaces/${id}/snapshot`, { headers });
    let answer = await ask();
    // A node that has not yet received the change of a right answers 503: every client asks again.
    await until("a snapshot", async () => {
      if (answer.status() !== 503) return true;
      answer = await ask();
      return false;
    });
    if (!answer.ok()) throw new Error(`The snapshot answered ${answer.status()}`);
    const lines = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line) as Partial<SnapshotLine>);
    return lines.filter((line): line is SnapshotLine => line.entity !== undefined);
  };
  const send = async ({ id }: NewWorkspace, command: Record<string, unknown>) => {
    // Commands have ids of version 7.
    const ms = Date.now().toString(16).padStart(12, "0");
    await call(`/api/workspaces/${id}/commands`, { id: `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`, command });
  };
  return {
    name,
    email,
    password,
    id: session.user.id,
    context,
    page,
    call,
    makeWorkspace: async (title, key) => {
      const workspace = await call<NewWorkspace>("/api/workspaces", { name: title, ...(key !== undefined && { key }) });
      await send(workspace, usualView);
      return workspace;
    },
    invite: async (other, workspace, role = "member") => {
      const { token } = await call<{ token: string }>(`/api/workspaces/${workspace.id}/invitations`, { role });
      await other.call(`/api/invitations/${token}/accept`, {});
      await other.send(workspace, usualView);
    },
    send,
    goto: async (path) => {
      await page.goto(path);
      if (!path.startsWith("/w/")) return;
      await page.getByRole("navigation", { name: "Workspace" }).waitFor();
      // The sidebar appears before its page.
      await page.getByRole("heading", { level: 1 }).waitFor();
      // A first visit to a workspace with tasks opens the page of tasks that are assigned to the person.
      if (!/^\/w\/[^/?]+$/.test(path) || !new URL(page.url()).pathname.endsWith("/mine")) return;
      const list = page.getByRole("navigation", { name: "Workspace" }).locator('a[href*="/list/"]').first();
      if ((await list.count()) === 0) return;
      await list.click();
      await page.waitForURL("**/list/**");
    },
    snapshot,
    titles: async (workspace) => {
      const lines = await snapshot(workspace);
      return lines.flatMap(({ entity, data }) => (entity === "ticket" ? [String(data.title)] : [])).toSorted();
    },
    shot: async (title) => {
      await page.screenshot({ path: join(shots, `${title}.png`) });
    },
  };
}
