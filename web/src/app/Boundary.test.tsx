import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { fetchFailed, laterComponent } from "@/lib/later";
import { LocationProvider } from "@/lib/location";
import { Boundary } from "./Boundary";

it("shows a page whose part did not load once the part is tried again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fetchPart = vi.fn<() => Promise<() => string>>(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/Part.js")));
  const Part = laterComponent(fetchPart);
  await act(async () =>
    render(
      <LocationProvider>
        <Boundary>
          <Suspense>
            <Part />
          </Suspense>
        </Boundary>
      </LocationProvider>,
    ),
  );
  expect(screen.queryByText("Here")).toBeNull();
  fetchPart.mockImplementation(() => Promise.resolve(() => "Here"));
  await act(async () => fetchFailed());
  await screen.findByText("Here");
});
