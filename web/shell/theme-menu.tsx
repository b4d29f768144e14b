import { type FormEvent, useState } from "react";
import { setPageCookie } from "#web/page/page-cookies.ts";
import { createThemeCookie, isTheme, THEME_LABELS, THEMES, type Theme } from "#web/page/theme.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Menu } from "#web/ui/menu.tsx";

const ICONS = { light: "sun", dark: "moon", system: "monitor" } as const;

/** The theme menu is a plain form. With JavaScript, the choice takes effect immediately. */
export function ThemeMenu({ theme }: { theme: Theme }) {
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
      trigger={
        <>
          <Icon name="sun" size={18} className="hidden in-data-[theme=light]:block" />
          <Icon name="moon" size={18} className="hidden in-data-[theme=dark]:block" />
          <Icon name="monitor" size={18} className="hidden in-data-[theme=system]:block" />
        </>
      }
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
            <Icon name={ICONS[value]} />
            {THEME_LABELS[value]}
            {selectedTheme === value ? <Icon name="check" size={15} className="ms-auto" /> : null}
          </button>
        ))}
      </form>
    </Menu>
  );
}
