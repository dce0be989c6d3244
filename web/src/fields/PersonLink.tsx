import type { ReactNode } from "react";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";

interface PersonLinkProps {
  id: string;
  className?: string | undefined;
  title?: string;
  children: ReactNode;
}

/** A link to the page of a person; their name alone if the workspace does not know them. */
export function PersonLink({ id, children, ...rest }: PersonLinkProps) {
  const key = useTroupe((state) => (state.members[id] ? state.workspace?.key : undefined));
  if (key === undefined) return <span dir="auto" {...rest}>{children}</span>;
  return (
    <Link to={paths.record(key, "person", id)} dir="auto" {...rest}>
      {children}
    </Link>
  );
}
