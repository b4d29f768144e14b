import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { ConfirmIdentity } from "#web/account/confirm-identity.tsx";
import { useOptionalSite } from "#web/page/site-data.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";

/** The layout of the settings pages: navigation at the side, or on top on small screens. */
export function SettingsPage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const site = useOptionalSite();
  const pages: { to: string; label: string; icon: IconName }[] = [
    { to: "/settings", label: "Profile", icon: "user" },
    { to: "/settings/security", label: "Security", icon: "shield-check" },
    { to: "/settings/notifications", label: "Notifications", icon: "bell" },
    { to: "/settings/data", label: "Your data", icon: "download" },
  ];
  if (site?.offersApps) pages.push({ to: "/settings/apps", label: "Apps", icon: "link" });
  if (site?.membersCanInvite) pages.push({ to: "/settings/invitations", label: "Invitations", icon: "mail" });
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[11rem_minmax(0,48rem)]">
      <nav aria-label="Settings" className="lg:pt-1">
        <p className="mb-3 hidden px-3 text-sm font-semibold text-faint lg:block">Settings</p>
        <ul className="flex flex-wrap gap-1 lg:flex-col">
          {pages.map(({ to, label, icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === pathname ? "page" : undefined}
                className="flex min-h-10 items-center gap-2.5 rounded-md px-3 text-sm font-semibold text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-hover aria-[current]:text-text"
              >
                <Icon name={icon} className="max-md:hidden" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 grid-cols-1 content-start gap-5">
        <h1 className="text-xl sm:text-2xl">{title}</h1>
        <ConfirmIdentity>{children}</ConfirmIdentity>
      </div>
    </div>
  );
}
