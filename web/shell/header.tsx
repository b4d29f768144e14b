import { Suspense } from "react";
import { useLocation } from "react-router";
import { LogoMark } from "#web/page/logo.tsx";
import type { SiteData } from "#web/page/site-data.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { isInSection, listNavigation } from "./navigation.ts";
import { SignInButton } from "./sign-in-button.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

const UserMenu = lazyComponent(() => import("./user-menu.tsx"));

export function Header({ site }: { site: SiteData }) {
  const { viewer } = site;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="page-width flex h-14 items-center gap-2 md:gap-4">
        <Link to="/" className="flex h-full shrink-0 items-center gap-2 text-lg font-bold tracking-tight">
          {/* On a phone, a member's search box needs the space more than a wide logo. */}
          <LogoMark className={viewer ? "max-sm:max-w-12" : undefined} />
          {/* On a small screen, an uploaded logo or a member's search box needs the space more than the name. */}
          <span
            className={classNames(
              "site-name truncate",
              site.branding.logo?.isWordmark ? "sr-only" : viewer ? "max-lg:sr-only" : "max-[22rem]:sr-only",
            )}
          >
            {site.name}
          </span>
        </Link>

        <MainNavigation site={site} />

        <HeaderSearch />

        <div className="flex shrink-0 items-center gap-1">
          <ThemeMenu theme={site.theme} />
          {viewer ? (
            <>
              <ButtonLink
                to="/create"
                variant="primary"
                size="sm"
                aria-label="Create"
                className="max-lg:w-8 max-lg:px-0"
              >
                <Icon name="pen-line" />
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

function MainNavigation({ site }: { site: SiteData }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className="main-navigation">
      {listNavigation(site).map(({ to, label, icon }) => (
        <Link key={to} to={to} aria-current={isInSection(pathname, to) ? "page" : undefined}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
