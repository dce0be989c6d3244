import { Suspense, type ReactElement, type ReactNode } from "react";
import { createPath, Outlet, Router, useParams, useRoutes, type Navigator } from "react-router";
import { useAsked } from "@/actions/ask";
import { laterComponent } from "@/lib/later";
import { navigate, useLocation } from "@/lib/location";
import type { Collection } from "@/lib/paths";
import { placeAt } from "@/lib/placeAt";
import { useEver } from "@/lib/useEver";
import { FirstList } from "@/screens/workspace/FirstList";
import { WorkspaceScreen } from "@/screens/workspace/WorkspaceScreen";
import { SkeletonPage } from "@/ui/Skeleton";
import { Boundary } from "./Boundary";
import { readStored } from "./readStored";
import { Usable } from "./Usable";

const ListPage = laterComponent(async () => (await import("@/screens/list-page/ListPage")).ListPage);
const TicketPanel = laterComponent(async () => (await import("@/screens/ticket-panel/TicketPanel")).TicketPanel);
/** Rarely visited, so fetched only on a visit. */
const Settings = laterComponent(async () => (await import("@/screens/settings/SettingsScreen")).SettingsScreen, { idle: false });

const InboxPage = laterComponent(async () => (await import("@/screens/inbox/InboxPage")).InboxPage);
const Epics = laterComponent(async () => (await import("@/screens/epics/EpicsPage")).EpicsPage, { idle: false });
const Home = laterComponent(async () => (await import("@/screens/home/HomePage")).HomePage, { idle: false });
const Roadmap = laterComponent(async () => (await import("@/screens/roadmap/RoadmapPage")).RoadmapPage, { idle: false });
const Lists = laterComponent(async () => (await import("@/screens/lists/ListsPage")).ListsPage, { idle: false });
const OtherAddress = laterComponent(async () => (await import("./OtherAddress")).OtherAddress, { idle: false });
const SavedView = laterComponent(async () => (await import("@/screens/list-page/SavedViewPage")).SavedViewPage, { idle: false });
const Search = laterComponent(async () => (await import("@/screens/search/SearchScreen")).SearchScreen, { idle: false });

readStored(window.location.pathname);
/** Nearly every visit to a workspace ends at a list, so the list comes in this chunk. */
void ListPage.load().catch(() => undefined);
if (placeAt(window.location.pathname).ticketKey !== null) void TicketPanel.load().catch(() => undefined);

/** A page with tickets, and the ticket that is open over it. */
function Tickets({ children }: { children: ReactNode }) {
  const { ticketKey } = useParams();
  const asked = useAsked((state) => state.asked !== null);
  // The panel answers questions about a ticket even before it has opened.
  const wanted = useEver(ticketKey !== undefined || asked);
  return (
    <Usable>
      {children}
      {/* The page keeps its place and the focus while the panel is fetched. */}
      <Suspense>{wanted && <TicketPanel />}</Suspense>
    </Usable>
  );
}

const SettingsPage = () => (
  <Usable>
    <Settings />
  </Usable>
);

const SearchPage = () => (
  <Usable>
    <Search />
  </Usable>
);

function listPage(path: string, collection: Collection) {
  // Opening a ticket over the page does not remount the page.
  return { path: `${path}/:ticketKey?`, element: <Tickets><ListPage collection={collection} /></Tickets> };
}

/** Keeps the sidebar and the workspace when a page throws. */
const Pages = () => (
  <Boundary>
    <Suspense fallback={<SkeletonPage />}>
      <Outlet />
    </Suspense>
  </Boundary>
);

const routes = [
  {
    path: "/w/:workspace",
    element: <WorkspaceScreen />,
    children: [
      { index: true, element: <FirstList /> },
      {
        element: <Pages />,
        children: [
          listPage("list/:listId", "list"),
          { path: "inbox/:ticketKey?", element: <Tickets><InboxPage /></Tickets> },
          { path: "home/:ticketKey?", element: <Tickets><Home /></Tickets> },
          { path: "roadmap/:ticketKey?", element: <Tickets><Roadmap /></Tickets> },
          { path: "epics/:ticketKey?", element: <Tickets><Epics /></Tickets> },
          listPage("component/:recordId", "component"),
          listPage("version/:recordId", "version"),
          listPage("sprint/:recordId", "sprint"),
          listPage("person/:recordId", "person"),
          { path: "lists", element: <Usable><Lists /></Usable> },
          { path: "view/:viewId", element: <Usable><SavedView /></Usable> },
          listPage("all", "all"),
          listPage("mine", "mine"),
          listPage("created", "created"),
          listPage("completed", "completed"),
          listPage("subscribed", "subscribed"),
          listPage("private", "private"),
          listPage("trash", "trash"),
          { path: "search", element: <SearchPage /> },
          { path: "settings/:section?", element: <SettingsPage /> },
        ],
      },
    ],
  },
  { path: "*", element: <Suspense><OtherAddress /></Suspense> },
];

const pathOf = (to: Parameters<Navigator["push"]>[0]) => (typeof to === "string" ? to : createPath(to));

/** Sends the router's links and redirects through `lib/location`, like all others. */
const navigator: Navigator = {
  createHref: pathOf,
  push: (to, state) => navigate(pathOf(to), { state }),
  replace: (to, state) => navigate(pathOf(to), { state, replace: true }),
  go: (steps) => navigate(steps),
};

/** All pages of a workspace. */
export function WorkspacePages(): ReactElement {
  const location = useLocation();
  return (
    <Router location={location} navigator={navigator}>
      <Routed />
    </Router>
  );
}

const Routed = () => useRoutes(routes);
