import type { ComponentType, ReactNode } from "react";
import { laterComponent } from "@/lib/later";
import { useLocation } from "@/lib/location";
import { Usable } from "./Usable";
import { Home, RequireSession, SignedOutOnly } from "./session-gates";

/**
 * A page, its address and who may see it. Each page is a chunk, so the sign-in forms load neither the workspace nor its
 * router.
 */
interface Entry {
  path: RegExp;
  gate: ComponentType<{ children: ReactNode }>;
  Screen: ReturnType<typeof laterComponent<object>>;
}

/** A page that is usable as soon as it renders. The pages that it leads to are then fetched in the background. */
function page<P extends object>(load: () => Promise<ComponentType<P>>) {
  const usable = async () => {
    const Screen = await load();
    return (props: P) => (
      <Usable>
        <Screen {...props} />
      </Usable>
    );
  };
  return laterComponent(usable, { idle: false });
}

const SignIn = page(async () => (await import("@/screens/sign-in/SignInScreen")).SignInScreen);
const Admin = page(async () => (await import("@/screens/admin/AdminScreen")).AdminScreen);
/** All other pages in front of the app, in one chunk. They choose by the address themselves, so that the first load does not list them. */
const Other = laterComponent(async () => (await import("./OtherPages")).OtherPages, { idle: false });
/** The sign-in forms fetch this chunk in the background, because the workspace comes next. */
const Workspace = laterComponent(async () => (await import("./WorkspacePages")).WorkspacePages);

const entries: readonly Entry[] = [
  { path: /^\/signin$/i, gate: SignedOutOnly, Screen: SignIn },
  { path: /^\/admin$/i, gate: RequireSession, Screen: Admin },
  { path: /^\/w\/./i, gate: RequireSession, Screen: Workspace },
];

function entryAt(pathname: string): Entry | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return entries.find((entry) => entry.path.test(path));
}

/** Starts to fetch the page at an address while the session is still being checked. */
export function fetchPageAt(pathname: string): void {
  // A failed fetch is reported where the page is rendered.
  if (pathname !== "/") void (entryAt(pathname)?.Screen ?? Other).load().catch(() => undefined);
}

/** The page at the current address. */
export function Page() {
  const { pathname } = useLocation();
  if (pathname === "/") return <Home />;
  const entry = entryAt(pathname);
  if (!entry) return <Other />;
  const { gate: Gate, Screen } = entry;
  return (
    <Gate>
      <Screen />
    </Gate>
  );
}
