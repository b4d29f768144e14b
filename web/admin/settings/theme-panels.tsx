import type { CSSProperties, ReactNode } from "react";
import { type AccentPalette, THEMES } from "#core/settings/accent.ts";
import { buildShadeStyle } from "#web/page/accent-style.ts";

type Theme = (typeof THEMES)[number];

/** The tokens of each theme (web/styles/tokens.css) that the panels use. */
const TOKENS = {
  light: { "--surface": "#ffffff", "--text": "#14191d", "--text-muted": "#4b555e" },
  dark: { "--surface": "#151a1f", "--text": "#e9ecee", "--text-muted": "#a8b2bb" },
} as Readonly<Record<Theme, CSSProperties>>;

interface ThemePanelsProps {
  readonly palette?: AccentPalette;
  readonly children: (theme: Theme) => ReactNode;
}

export function ThemePanels({ palette, children }: ThemePanelsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {THEMES.map((theme) => (
        <div
          key={theme}
          className="flex min-h-20 flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line-strong bg-surface p-4 text-text"
          style={{ ...TOKENS[theme], ...(palette && buildShadeStyle(palette[theme])) }}
        >
          {children(theme)}
        </div>
      ))}
    </div>
  );
}
