import { addressMeant } from "@/lib/otherAddresses";
import { Navigate, useLocation } from "@/lib/location";
import { NotFoundScreen } from "@/screens/not-found/NotFoundScreen";

/** Redirects an unknown address of a workspace to the page that it stands for, or shows that there is no such page. */
export function OtherAddress() {
  const { pathname, search } = useLocation();
  const meant = addressMeant(pathname, search);
  return meant === null ? <NotFoundScreen /> : <Navigate to={meant} replace />;
}
