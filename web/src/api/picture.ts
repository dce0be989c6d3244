import type { User } from "@/wire/http.generated";
import { errorFrom, unreachable } from "./error";
import { accessToken, loadMe, request } from "./session";

/** Gives the person a picture. The member rows of the person in all workspaces get it a little later. */
export async function changePicture(picture: Blob): Promise<void> {
  const headers = { authorization: `Bearer ${await accessToken()}`, "content-type": "application/octet-stream" };
  const sent = fetch("/api/me/picture", { method: "POST", headers, body: picture });
  const response = await sent.catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw errorFrom(response.status, await response.json().catch(() => null));
  // The picture is stored. If this fails, the next load shows it.
  await loadMe().catch(() => undefined);
}

/** Takes the person's picture away. */
export async function removePicture(): Promise<void> {
  await request<User>("/api/me/picture/remove", { method: "POST" });
  await loadMe().catch(() => undefined);
}
