import { IMAGE_SECTIONS } from "#core/settings/constants.ts";
import { BackLink } from "#web/admin/back-link.tsx";
import { handleImageForm } from "#web/admin/settings/handle-site-settings.ts";
import { ImageForm } from "#web/admin/settings/image-form.tsx";
import { buildAdminPath } from "#web/admin/tabs.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-branding";

export const meta = unlistedMeta("Logo and favicon", "/admin/branding");

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ admin }, viewer) => {
    const { logo, favicon } = (await admin.settings.read(viewer)).sections;
    return { logo, favicon };
  });
}

/** The logo and favicon forms post here, because no other admin route accepts request bodies as large as an image. */
export const action = (args: Route.ActionArgs) => handleIntent(args, { settings: handleImageForm });

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

/** Without JavaScript, a refused upload renders this page instead of returning to the settings. */
export default function AdminBranding({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return (
    <div className="grid grid-cols-1 gap-5">
      <BackLink to={buildAdminPath("settings")} />
      <h1 className="text-xl sm:text-2xl">Logo and favicon</h1>
      {IMAGE_SECTIONS.map((section) => (
        <ImageForm key={section} section={section} saved={loaderData[section]} />
      ))}
    </div>
  );
}
