import type { ComponentType, ReactNode } from "react";
import { laterComponent } from "@/lib/later";
import { useLocation } from "@/lib/location";
import { decoded } from "@/lib/paths";
import { Usable } from "./Usable";
import { Home, RequireSession, SignedOutOnly, WhenKnown } from "./session-gates";

/**
 * A page, its address and who may see it. Each page is a chunk, so the sign-in forms load neither the workspace nor its
 * router.
 */
interface Entry {
  path: RegExp;
  gate: ComponentType<{ children: ReactNode }>;
  Screen: ReturnType<typeof laterComponent<{ name: string }>>;
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
const SignUp = page(async () => (await import("@/screens/sign-up/SignUpScreen")).SignUpScreen);
const ForgotPassword = page(async () => (await import("@/screens/forgot-password/ForgotPasswordScreen")).ForgotPasswordScreen);
const Confirm = page(async () => (await import("@/screens/confirm/ConfirmScreen")).ConfirmScreen);
const Invitation = page(async () => {
  const { InvitationScreen } = await import("@/screens/invitation/InvitationScreen");
  return ({ name }: { name: string }) => <InvitationScreen token={name} />;
});
const Welcome = page(async () => (await import("@/screens/first-workspace/FirstWorkspaceScreen")).FirstWorkspaceScreen);
const Admin = page(async () => (await import("@/screens/admin/AdminScreen")).AdminScreen);
const NotFound = page(async () => (await import("@/screens/not-found/NotFoundScreen")).NotFoundScreen);
/** The sign-in forms fetch this chunk in the background, because the workspace comes next. */
const Workspace = laterComponent(async () => (await import("./WorkspacePages")).WorkspacePages);

const entries: readonly Entry[] = [
  { path: /^\/signin$/i, gate: SignedOutOnly, Screen: SignIn },
  { path: /^\/forgot-password$/i, gate: SignedOutOnly, Screen: ForgotPassword },
  { path: /^\/signup$/i, gate: SignedOutOnly, Screen: SignUp },
  { path: /^\/signup\/confirm$/i, gate: SignedOutOnly, Screen: Confirm },
  { path: /^\/invite\/([^/]+)$/i, gate: WhenKnown, Screen: Invitation },
  { path: /^\/welcome$/i, gate: RequireSession, Screen: Welcome },
  { path: /^\/admin$/i, gate: RequireSession, Screen: Admin },
  { path: /^\/w\/./i, gate: RequireSession, Screen: Workspace },
];

function entryAt(pathname: string): { entry: Entry; name: string } | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  for (const entry of entries) {
    const match = entry.path.exec(path);
    if (match) return { entry, name: decoded(match[1] ?? "") };
  }
  return null;
}

/** Starts to fetch the page at an address while the session is still being checked. */
export function fetchPageAt(pathname: string): void {
  // A failed fetch is reported where the page is rendered.
  void (entryAt(pathname)?.entry.Screen.load() ?? Promise.resolve()).catch(() => undefined);
}

/** The page at the current address. */
export function Page() {
  const { pathname } = useLocation();
  if (pathname === "/") return <Home />;
  const found = entryAt(pathname);
  if (!found) return <NotFound />;
  const { gate: Gate, Screen } = found.entry;
  return (
    <Gate>
      <Screen name={found.name} />
    </Gate>
  );
}
