import type { ComponentType, ReactNode } from "react";
import { laterComponent } from "@/lib/later";
import { useLocation } from "@/lib/location";
import { pageWithoutWorkspace } from "@/lib/otherAddresses";
import { decoded } from "@/lib/paths";
import { ConfirmLinkScreen } from "@/screens/confirm/ConfirmLinkScreen";
import { ConfirmScreen } from "@/screens/confirm/ConfirmScreen";
import { FirstWorkspaceScreen } from "@/screens/first-workspace/FirstWorkspaceScreen";
import { ForgotPasswordScreen } from "@/screens/forgot-password/ForgotPasswordScreen";
import { OAuthScreen } from "@/screens/hosted/OAuthScreen";
import { RelinkScreen } from "@/screens/hosted/RelinkScreen";
import { UnlinkScreen } from "@/screens/hosted/UnlinkScreen";
import { InvitationScreen } from "@/screens/invitation/InvitationScreen";
import { NotFoundScreen } from "@/screens/not-found/NotFoundScreen";
import { SignInCodeScreen } from "@/screens/sign-in-code/SignInCodeScreen";
import { SignUpScreen } from "@/screens/sign-up/SignUpScreen";
import { Home, RequireSession, SignedOutOnly, WhenKnown } from "./session-gates";
import { Usable } from "./Usable";

/** Loaded separately from the other pages, because they need the names of all capabilities. */
const AppScreens = laterComponent(async () => (await import("@/screens/authorization/AppScreens")).AppScreens, { idle: false });

/** These pages are loaded separately, because most servers send no text messages. */
const PhoneSignInScreen = laterComponent(async () => (await import("@/screens/phone/PhoneSignInScreen")).PhoneSignInScreen, { idle: false });
const PhoneSignUpScreen = laterComponent(async () => (await import("@/screens/phone/PhoneSignUpScreen")).PhoneSignUpScreen, { idle: false });
const PhoneForgotPasswordScreen = laterComponent(async () => (await import("@/screens/phone/PhoneForgotPasswordScreen")).PhoneForgotPasswordScreen, { idle: false });

/** A page, its address and who may see it. */
interface Entry {
  path: RegExp;
  gate: ComponentType<{ children: ReactNode }>;
  Screen: ComponentType<{ token: string }>;
}

const entries: readonly Entry[] = [
  { path: /^\/forgot-password$/i, gate: SignedOutOnly, Screen: ForgotPasswordScreen },
  { path: /^\/signin\/code$/i, gate: SignedOutOnly, Screen: SignInCodeScreen },
  { path: /^\/signin\/phone$/i, gate: SignedOutOnly, Screen: PhoneSignInScreen },
  { path: /^\/signup\/phone$/i, gate: SignedOutOnly, Screen: PhoneSignUpScreen },
  { path: /^\/forgot-password\/phone$/i, gate: SignedOutOnly, Screen: PhoneForgotPasswordScreen },
  { path: /^\/signup$/i, gate: SignedOutOnly, Screen: SignUpScreen },
  { path: /^\/signup\/confirm$/i, gate: SignedOutOnly, Screen: ConfirmScreen },
  { path: /^\/signup\/link$/i, gate: WhenKnown, Screen: ConfirmLinkScreen },
  { path: /^\/oauth$/i, gate: WhenKnown, Screen: OAuthScreen },
  { path: /^\/unlink$/i, gate: RequireSession, Screen: UnlinkScreen },
  { path: /^\/relink$/i, gate: RequireSession, Screen: RelinkScreen },
  { path: /^\/invite\/([^/]+)$/i, gate: WhenKnown, Screen: InvitationScreen },
  { path: /^\/(?:authorization|device)$/i, gate: RequireSession, Screen: AppScreens },
  { path: /^\/welcome$/i, gate: RequireSession, Screen: FirstWorkspaceScreen },
];

/** The pages in front of the app, except the log-in form. An address without a page has one that says so. */
export function OtherPages() {
  const { pathname, search } = useLocation();
  const path = pathname.replace(/\/+$/, "");
  const entry = entries.find((each) => each.path.test(path));
  if (!entry && pageWithoutWorkspace(path))
    return (
      <RequireSession>
        <Home page={`${path}${search}`} />
      </RequireSession>
    );
  if (!entry) {
    return (
      <Usable>
        <NotFoundScreen />
      </Usable>
    );
  }
  const { gate: Gate, Screen } = entry;
  return (
    <Gate>
      <Usable>
        <Screen token={decoded(entry.path.exec(path)?.[1] ?? "")} />
      </Usable>
    </Gate>
  );
}
