import { Trans } from "@lingui/react/macro";
import { Link } from "@/lib/location";
import { AuthLayout, AuthNote } from "@/ui/AuthLayout";

/** The page if an account cannot be linked or unlinked, with the reason. */
export function Unavailable({ title, reason, next }: { title: string; reason: string; next: string | null }) {
  return (
    <AuthLayout title={title} lead={<span role="alert">{reason}</span>}>
      <AuthNote>
        <Link to={next ?? "/"}><Trans>Back</Trans></Link>
      </AuthNote>
    </AuthLayout>
  );
}
