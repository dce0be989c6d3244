import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { unreachable } from "@/api/error";
import { loadProviders } from "@/api/hosted";
import { LocationProvider } from "@/lib/location";
import { RelinkScreen } from "./RelinkScreen";

vi.mock("@/api/hosted");

it("the page that links an account asks for the provider again if the node could not be reached", async () => {
  window.history.replaceState(null, "", "/link?provider=p1");
  vi.mocked(loadProviders).mockRejectedValueOnce(unreachable()).mockResolvedValueOnce([]);
  render(<RelinkScreen />, { wrapper: LocationProvider });
  await screen.findByText("Can't reach Troupe. Check your connection.");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("This provider isn't available on this server.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
