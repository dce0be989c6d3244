import { Trans } from "@lingui/react/macro";
import { Link } from "@/lib/location";
import { AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";

interface UnavailableProps {
  title: string;
  reason: string;
  next: string | null;
  /** Asks the node again; null if it has refused. */
  again: (() => void) | null;
}

/** The page if an account cannot be linked or unlinked, with the reason. */
export function Unavailable({ title, reason, next, again }: UnavailableProps) {
  return (
    <AuthLayout title={title} lead={<span role="alert">{reason}</span>}>
      {again && <Button onClick={again}><Trans>Try again</Trans></Button>}
      <AuthNote>
        <Link to={next ?? "/"}><Trans>Back</Trans></Link>
      </AuthNote>
    </AuthLayout>
  );
}
