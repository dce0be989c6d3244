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
