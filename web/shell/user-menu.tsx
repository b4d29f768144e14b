import type { FormEvent } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { getDisplayName } from "#core/accounts/member.ts";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { SIGNED_OUT } from "#core/messages.ts";
import { Avatar } from "#web/lists/avatar.tsx";
import { Bell } from "#web/notifications/bell.tsx";
import type { PageViewer } from "#web/page/site-data.ts";
import { isMembersOnly } from "#web/session/is-members-only.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";

const ADMIN_LINKS = [
  ["/admin", "shield-check", "Admin dashboard"],
  ["/admin/outbox", "mail", "Outbox"],
] as const;

export default function UserMenu({ viewer }: { viewer: PageViewer }) {
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const name = getDisplayName(viewer);
  const links: readonly (readonly [to: string, icon: IconName, label: string])[] = [
    [getProfilePath(viewer.username), "user", "Profile"],
    ["/saved", "bookmark", "Saved posts"],
    ["/settings", "settings", "Settings"],
    ...(viewer.role === "admin" ? ADMIN_LINKS : []),
  ];

  // The auth client also signs out other tabs. Without JavaScript, the form signs out on the server.
  async function signOut(event: FormEvent) {
    event.preventDefault();
    const { getAuthClient } = await import("#web/session/auth-client.ts");
    const client = await getAuthClient();
    // A page for members would redirect to the sign-in form.
    if (isMembersOnly(pathname)) await navigate("/");
    await client.signOut({ scope: "local" });
    toast(SIGNED_OUT);
    await revalidator.revalidate();
  }

  return (
    <>
      <Bell viewer={viewer} />
      <Menu
        label={`Account menu: ${name}`}
        trigger={<Avatar name={name} src={viewer.avatarUrl} size="md" />}
        triggerClassName="ms-1 grid size-[40px] place-items-center rounded-full hover:bg-hover"
      >
        <div className="border-b border-line px-2.5 pt-1.5 pb-2.5 mb-1.5">
          <p className="font-semibold">{name}</p>
          {viewer.email ? <p className="text-sm text-muted">{viewer.email}</p> : null}
        </div>
        {links.map(([to, icon, label]) => (
          <Link key={to} to={to} className="menu-item">
            <Icon name={icon} />
            {label}
          </Link>
        ))}
        <form method="post" action="/sign-out" onSubmit={signOut}>
          <button type="submit" className="menu-item">
            <Icon name="log-out" />
            Log out
          </button>
        </form>
      </Menu>
    </>
  );
}
