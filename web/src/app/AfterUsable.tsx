import { useEffect } from "react";
import { restore, sessionEnds, useSession } from "@/api/session";
import { fetchAhead } from "@/lib/fetchAhead";
import { fetchFailed } from "@/lib/later";
import { retryParts } from "@/lib/retryParts";
import { useLocation } from "@/lib/location";
import { followMotion } from "@/lib/motion";
import { Tips } from "@/ui/Tips";
import { followDirection } from "./followDirection";
import { followForcedColors } from "./followForcedColors";
import { followInstall } from "./followInstall";
import { keepOffline } from "./keepOffline";
import { refuseDrops } from "./refuseDrops";

/** How often a page without a signed-in person checks whether a person has signed in. */
const againMs = 5_000;

/** Deletes the data of a person whose session has ended. If the code for this does not load, the next start deletes the data. */
function cleanUpIfEnded(): void {
  if (sessionEnds().length === 0 || useSession.getState().status === "unknown") return;
  void import("@/features/log-out/cleanUp").then(({ cleanUp }) => cleanUp()).catch(() => undefined);
}

/** The parts that every page has, but needs only once it is usable. */
export function AfterUsable() {
  const { pathname } = useLocation();
  const signedIn = useSession(({ status }) => status === "signedIn");
  const away = useSession((session) => session.status === "signedOut" && session.reason === "away");
  useEffect(() => void fetchAhead(), [pathname]);
  useEffect(followInstall, []);
  useEffect(followDirection, []);
  useEffect(followForcedColors, []);
  useEffect(followMotion, []);
  useEffect(refuseDrops, []);
  useEffect(retryParts, []);
  useEffect(() => {
    window.addEventListener("online", fetchFailed);
    return () => window.removeEventListener("online", fetchFailed);
  }, []);
  useEffect(() => {
    cleanUpIfEnded();
    return useSession.subscribe(cleanUpIfEnded);
  }, []);
  useEffect(() => {
    // If the worker cannot be started, the app needs a network to open.
    if (signedIn) void keepOffline().catch(() => undefined);
  }, [signedIn]);
  useEffect(() => {
    if (!away) return undefined;
    const again = () => void restore();
    const timer = setInterval(again, againMs);
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [away]);
  return <Tips />;
}
