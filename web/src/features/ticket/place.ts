import { t } from "@lingui/core/macro";
import { createContext, useContext } from "react";

/** How one ticket opens another: in the same place and the same panel. */
export interface TicketPlace {
  hrefOf(ticketId: string): string;
  open(ticketId: string, how?: { replace?: boolean }): void;
  close(): void;
}

const Place = createContext<TicketPlace | null>(null);

export const TicketPlaceProvider = Place.Provider;

export function useTicketLinks(): TicketPlace {
  const place = useContext(Place);
  if (place === null) throw new Error("A ticket is shown outside of a place.");
  return place;
}

const Beside = createContext<string | null>(null);

/** Provides the name of the ticket, if other tickets are shown beside it. */
export const NameBesideProvider = Beside.Provider;

/** The name of a section of the ticket for screen readers. Beside other tickets, which have the same sections, it names the ticket. */
export function useSectionName(section: string): string {
  const name = useContext(Beside);
  return name === null ? section : t`${section} of ${name}`;
}
