import { useLocation } from "react-router";
import { LogoMark } from "#web/page/logo.tsx";
import { useOptionalSite } from "#web/page/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** Invites visitors to join, on the pages where they often arrive from elsewhere: posts, articles and profiles. */
export function JoinCard() {
  const site = useOptionalSite();
  const { pathname } = useLocation();
  if (!site || site.viewer || site.isSessionExpired) return null;
  return (
    <aside aria-labelledby="join" className="side-card join-card">
      <h2 id="join" className="flex items-center gap-2">
        <LogoMark size={20} />
        {site.name}
      </h2>
      <p>{site.lead ?? site.footer.about}</p>
      <ButtonLink
        to={`/auth?tab=register&next=${encodeURIComponent(pathname)}`}
        rel="nofollow"
        variant="primary"
        size="sm"
      >
        Join Community
      </ButtonLink>
    </aside>
  );
}
