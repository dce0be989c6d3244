import { useLocation } from "@/lib/location";
import { AuthorizationScreen } from "./AuthorizationScreen";
import { DeviceScreen } from "./DeviceScreen";

/** The pages on which a person allows or denies an app access. They share one chunk, so that the log-in page names only one. */
export function AppScreens() {
  const { pathname } = useLocation();
  return /^\/device\/*$/i.test(pathname) ? <DeviceScreen /> : <AuthorizationScreen />;
}
