import { Suspense } from "react";
import { Link, NavLink } from "react-router";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { LogoMark } from "./logo.tsx";
import { placesOf } from "./navigation.ts";
import { SignInButton } from "./sign-in-button.tsx";
import type { SiteData } from "./site-data.ts";
import { ThemeMenu } from "./theme-menu.tsx";

// For members alone; a visitor loads none of it.
const UserMenu = lazyPart(() => import("./user-menu.tsx"));

export function Header({ site }: { site: SiteData }) {
  const { viewer } = site;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="mx-auto flex h-14 max-w-6xl items-center gap-2 px-4 md:gap-4 md:px-6">
        <Link to="/" className="flex shrink-0 items-center gap-2 text-lg font-bold tracking-tight">
          <LogoMark />
          {/* On a tablet a member's search needs the room more than the name does. */}
          <span
            className={classNames(
              "max-w-28 truncate lg:max-w-56",
              viewer ? "max-lg:sr-only" : "max-sm:sr-only",
            )}
          >
            {site.name}
          </span>
        </Link>

        <nav aria-label="Main" className="hidden items-center md:flex">
          {placesOf(site).map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end={to === "/"}
              className={({ isActive }) =>
                classNames(
                  "rounded-md px-2.5 py-2 text-sm font-semibold transition-colors lg:px-3",
                  isActive ? "text-accent" : "text-muted hover:bg-hover hover:text-text",
                )
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>

        <HeaderSearch />

        <div className="flex shrink-0 items-center gap-1">
          <ThemeMenu theme={site.theme} />
          {viewer ? (
            <>
              <ButtonLink
                to="/create"
                look="primary"
                size="sm"
                aria-label="Create"
                className="max-lg:w-8 max-lg:px-0"
              >
                <Icon name="pen-line" size={16} />
                <span className="max-lg:hidden">Create</span>
              </ButtonLink>
              <Suspense>
                <UserMenu viewer={viewer} />
              </Suspense>
            </>
          ) : site.sessionExpired ? null : (
            <SignInButton site={site} />
          )}
        </div>
      </div>
    </header>
  );
}

/** The same places within the thumb's reach on a small screen. */
export function BottomNavigation({ site }: { site: SiteData }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {placesOf(site).map(({ to, label, icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === "/"}
          className={({ isActive }) =>
            classNames(
              "grid h-14 place-items-center content-center gap-0.5 text-xs font-semibold",
              isActive ? "text-accent" : "text-muted",
            )
          }
        >
          <Icon name={icon} size={19} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
