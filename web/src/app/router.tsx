import { createBrowserRouter, type RouteObject } from "react-router";
import type { Collection } from "@/lib/paths";
import { ConfirmScreen } from "@/screens/confirm/ConfirmScreen";
import { FirstWorkspaceScreen } from "@/screens/first-workspace/FirstWorkspaceScreen";
import { InvitationScreen } from "@/screens/invitation/InvitationScreen";
import { NotFoundScreen } from "@/screens/not-found/NotFoundScreen";
import { SignInScreen } from "@/screens/sign-in/SignInScreen";
import { SignUpScreen } from "@/screens/sign-up/SignUpScreen";
import { RouteError } from "./RouteError";
import { Home, RequireSession, SignedOutOnly, WhenKnown } from "./session-gates";

/** The workspace and everything in it is a chunk of its own: the forms that lead in need none of it. */
const workspaceScreen = async () => {
  const { WorkspaceScreen } = await import("@/screens/workspace/WorkspaceScreen");
  return { Component: WorkspaceScreen };
};

const firstList = async () => {
  const { FirstList } = await import("@/screens/workspace/FirstList");
  return { Component: FirstList };
};

const settingsScreen = async () => {
  const { SettingsScreen } = await import("@/screens/settings/SettingsScreen");
  return { Component: SettingsScreen };
};

const adminScreen = async () => {
  const { AdminScreen } = await import("@/screens/admin/AdminScreen");
  return { Component: AdminScreen };
};

function listPage(path: string, collection: Collection): RouteObject {
  return {
    path: `${path}/:ticketKey?`,
    // A ticket that opens over the page does not make another page of it.
    lazy: async () => {
      const [{ ListPage }, { TicketPanel }] = await Promise.all([
        import("@/screens/list-page/ListPage"),
        import("@/screens/ticket-panel/TicketPanel"),
      ]);
      return {
        element: (
          <>
            <ListPage collection={collection} />
            <TicketPanel />
          </>
        ),
      };
    },
  };
}

export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteError,
    // While the first chunk is fetched there is nothing to show yet, and nothing to say.
    HydrateFallback: () => null,
    children: [
      { path: "/", Component: Home },
      {
        Component: SignedOutOnly,
        children: [
          { path: "/signin", Component: SignInScreen },
          { path: "/signup", Component: SignUpScreen },
          { path: "/signup/confirm", Component: ConfirmScreen },
        ],
      },
      { Component: WhenKnown, children: [{ path: "/invite/:token", Component: InvitationScreen }] },
      {
        Component: RequireSession,
        children: [
          { path: "/welcome", Component: FirstWorkspaceScreen },
          { path: "/admin", lazy: adminScreen },
          {
            path: "/w/:workspace",
            lazy: workspaceScreen,
            children: [
              { index: true, lazy: firstList },
              {
                ErrorBoundary: RouteError,
                children: [
                  listPage("list/:listId", "list"),
                  listPage("all", "all"),
                  listPage("mine", "mine"),
                  listPage("created", "created"),
                  listPage("private", "private"),
                  listPage("trash", "trash"),
                  { path: "settings/:section?", lazy: settingsScreen },
                ],
              },
            ],
          },
        ],
      },
      { path: "*", Component: NotFoundScreen },
    ],
  },
]);
