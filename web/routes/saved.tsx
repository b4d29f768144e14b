import { unlistedMeta } from "#web/page/page-meta.ts";
import { SavedList } from "#web/saved/saved-list.tsx";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/saved";

export const meta = unlistedMeta("Saved posts", "/saved");

// A post that is no longer saved stays listed until the page is reloaded, so that it can be saved again.
export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export function loader({ context, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get("after") || null;
  return loadForMember(context, url, async ({ forum }, viewer) => ({
    isLaterPage: cursor !== null,
    saved: await forum.listSavedPosts(viewer, { cursor }),
  }));
}

export default function Saved({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <div>
        <h1 className="text-xl sm:text-2xl">Saved posts</h1>
        <p className="mt-1 text-sm text-muted">Most recently saved first. Only you can see this list.</p>
      </div>
      <SavedList page={loaderData.saved} isLaterPage={loaderData.isLaterPage} />
    </div>
  );
}
