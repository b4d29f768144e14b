import { redirect } from "react-router";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/notification";

export const meta = unlistedMeta("Notifications", "/notifications");

export function loader({ context, url, params }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ notifications }, viewer) => {
    const { path } = await notifications.open(viewer, params.notificationId);
    throw redirect(path);
  });
}

export default function Notification() {
  return <GuardLoading />;
}
