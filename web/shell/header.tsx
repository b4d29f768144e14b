import { type FormEvent, type MouseEvent, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { SEARCH_TEXT_MAX } from "#core/search/limits.ts";
import { LogoMark } from "#web/page/logo.tsx";
import { setPageCookie } from "#web/page/page-cookies.ts";
import type { SiteData } from "#web/page/site-data.ts";
import { createThemeCookie, isTheme, THEME_LABELS, THEMES, type Theme } from "#web/page/theme.ts";
import { lazyComponent, lazyInBrowser } from "#web/router/lazy-component.tsx";
import { ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { isInSection, listNavigation } from "./navigation.ts";

const UserMenu = lazyComponent(() => import("./user-menu.tsx"));

export function Header({ site }: { site: SiteData }) {
  const { viewer } = site;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="page-width flex h-(--bar-height) items-center gap-2 md:gap-4">
        <Link to="/" className="flex h-full shrink-0 items-center gap-2 text-lg font-bold tracking-tight">
          {/* On a phone, a member's search box needs the space more than a wide logo does. */}
          <LogoMark className={viewer ? "max-sm:max-w-12" : undefined} />
          {/* Hidden next to a logo that contains the name, and on small screens to leave space for the search box. */}
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

        <div className="header-actions">
          <ThemeMenu theme={site.theme} />
          {viewer ? (
            <>
              <ButtonLink
                to="/create"
                variant="primary"
                size="sm"
                aria-label="Create"
                className="max-lg:w-[min(2rem,40px)] max-lg:px-0"
              >
                <Icon name="pen-line" />
                <span className="max-lg:hidden">Create</span>
              </ButtonLink>
              <Suspense>
                <UserMenu viewer={viewer} />
              </Suspense>
            </>
          ) : site.isSessionExpired ? null : (
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

const THEME_ICONS = { light: "sun", dark: "moon", system: "monitor" } as const;

/** The theme menu is a plain form. With JavaScript, the choice takes effect immediately. */
function ThemeMenu({ theme }: { theme: Theme }) {
  const [selectedTheme, setSelectedTheme] = useState(theme);

  function selectTheme(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const value = new FormData(event.currentTarget, submitter).get("theme");
    if (!isTheme(value)) return;
    event.preventDefault();
    setPageCookie(createThemeCookie(value));
    document.documentElement.dataset.theme = value;
    setSelectedTheme(value);
  }

  return (
    <Menu
      label="Toggle theme"
      trigger={THEMES.map((value) => (
        <Icon key={value} name={THEME_ICONS[value]} size={18} className={`theme-icon-${value}`} />
      ))}
      triggerClassName="grid size-[40px] place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
    >
      <form method="post" action="/theme" onSubmit={selectTheme}>
        {THEMES.map((value) => (
          <button
            key={value}
            type="submit"
            name="theme"
            value={value}
            aria-pressed={selectedTheme === value}
            className={selectedTheme === value ? "menu-item font-semibold text-accent" : "menu-item"}
          >
            <Icon name={THEME_ICONS[value]} />
            {THEME_LABELS[value]}
            {selectedTheme === value ? <Icon name="check" size={15} className="ms-auto" /> : null}
          </button>
        ))}
      </form>
    </Menu>
  );
}

const loadDialog = () => import("#web/account/sign-in-dialog.tsx");
const SignInDialog = lazyInBrowser(loadDialog);

function SignInButton({ site }: { site: SiteData }) {
  const [open, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const isAuthPage = pathname.startsWith("/auth");
  const nextQuery = isAuthPage ? "" : `?next=${encodeURIComponent(pathname + search)}`;

  // Resume a sign-in that still requires a factor, even after a reload.
  useEffect(() => {
    if (site.isFactorRequired && !location.pathname.startsWith("/auth")) setOpen(true);
  }, [site.isFactorRequired]);

  function openInPlace(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || isAuthPage) return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <Link
        to={`/auth${nextQuery}`}
        onClick={openInPlace}
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        className={buttonClasses({ variant: "primary", size: "sm" })}
      >
        Sign In
      </Link>
      {open ? (
        <Suspense>
          <SignInDialog site={site} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

// The search works without suggestions.
const Suggestions = lazyComponent(() =>
  import("#web/search/suggestions.tsx").catch(() => ({ default: () => null })),
);

/** A plain form that works without JavaScript. On small screens it covers the header while in use. */
function HeaderSearch() {
  const box = useRef<HTMLInputElement>(null);
  const [wasFocused, setWasFocused] = useState(false);
  const navigate = useNavigate();

  /** Empties the box only once the page has opened, because without a connection the text is needed again. */
  async function openPage(path: string) {
    const input = box.current;
    const text = input?.value;
    input?.blur();
    await navigate(path);
    if (input && input.value === text) input.value = "";
  }

  return (
    <form
      action="/search"
      className="site-search"
      onSubmit={(event) => {
        event.preventDefault();
        void openPage(`/search?q=${encodeURIComponent(box.current?.value ?? "")}`);
      }}
    >
      <search>
        <label htmlFor="site-search" className="sr-only">
          Search
        </label>
        <Icon name="search" />
        <input
          ref={box}
          id="site-search"
          name="q"
          type="search"
          dir="auto"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={SEARCH_TEXT_MAX}
          placeholder="Search posts, news, users..."
          onFocus={() => setWasFocused(true)}
        />
        {/* Replaces the placeholder where it would be truncated, until the box is focused. */}
        <span aria-hidden="true">Search</span>
      </search>
      {wasFocused ? (
        <Suspense>
          <Suggestions box={box} onSelect={openPage} />
        </Suspense>
      ) : null}
    </form>
  );
}
