import type { ReactNode } from "react";
import type { Ticket } from "@/wire/generated";
import { VersionsPage } from "../versions/VersionsPage";
import type { TextMode } from "./textMode";
import { WritePage } from "./WritePage";

export interface TextPageProps {
  ticket: Ticket;
  /** The faces of the people in the ticket. */
  people: ReactNode;
}

/** The text of a ticket in place of everything else. */
export function TextPage({ mode, ...props }: TextPageProps & { mode: TextMode }) {
  return mode === "write" ? <WritePage {...props} /> : <VersionsPage {...props} />;
}
