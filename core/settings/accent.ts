/** No color is readable on the backgrounds of both themes, so each theme gets its own shade of the same hue. */

export interface AccentShades {
  readonly accent: string;
  readonly strong: string;
  /** The background of a selected element. */
  readonly soft: string;
  /** Text on `accent` and `strong`. */
  readonly on: string;
}

export const THEMES = ["light", "dark"] as const;
export type AccentPalette = Readonly<Record<(typeof THEMES)[number], AccentShades>>;

/** The built-in palette. A copy is in web/styles/tokens.css. */
export const DEFAULT_ACCENT: AccentPalette = {
  light: { accent: "#0a6b55", strong: "#07513f", soft: "#dcf0e9", on: "#ffffff" },
  dark: { accent: "#62d6b3", strong: "#8be8cb", soft: "#13302a", on: "#04231a" },
};

/** All backgrounds of accent-colored text except `soft` (web/styles/tokens.css). */
export const BACKGROUNDS = {
  light: ["#f6f6f2", "#ffffff", "#efefe9"],
  dark: ["#0e1215", "#151a1f", "#1b2127", "#20272e"],
} as const;

/** WCAG AA for text. Controls and the focus ring only need 3. */
export const TEXT_CONTRAST = 4.5;
/** How far `strong` is from `accent`, in OKLCH lightness. */
const STRONG_STEP = 0.08;
/** The step near black and near white, where there is no room in the usual direction. */
const END_STEP = 0.2;
const SEARCH_STEP = 0.005;

export const INVALID_COLOR = "Enter a color like #0a6b55.";

export function parseColor(input: string): string | null {
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(input.trim()) ?? [];
  if (digits === undefined) return null;
  const sixDigits = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  return `#${sixDigits.toLowerCase()}`;
}

/** Derives the palette from a color, #rrggbb. */
export function deriveAccent(color: string): AccentPalette {
  return { light: deriveShades(color, "light"), dark: deriveShades(color, "dark") };
}

function deriveShades(color: string, theme: keyof AccentPalette): AccentShades {
  const { lightness, chroma, hue } = toOklch(color);
  const isLight = theme === "light";
  const soft = toHex({ lightness: isLight ? 0.935 : 0.285, chroma: Math.min(chroma, 0.035), hue });
  const isReadable = (shade: string) =>
    [...BACKGROUNDS[theme], soft].every((background) => computeContrast(shade, background) >= TEXT_CONTRAST);

  let accent = color;
  for (let step = 1; !isReadable(accent); step += 1)
    accent = toHex({ lightness: lightness + (isLight ? -step : step) * SEARCH_STEP, chroma, hue });

  const accentLightness = toOklch(accent).lightness;
  const isAtEnd = isLight ? accentLightness < END_STEP : accentLightness > 1 - STRONG_STEP;
  const lightnessStep = isAtEnd ? -END_STEP : STRONG_STEP;
  const strong = toHex({
    lightness: accentLightness + (isLight ? -lightnessStep : lightnessStep),
    chroma,
    hue,
  });

  const ink = toHex({ lightness: 0.22, chroma: Math.min(chroma, 0.04), hue });
  const isReadableText = (text: string) =>
    computeContrast(text, accent) >= TEXT_CONTRAST && computeContrast(text, strong) >= TEXT_CONTRAST;
  return { accent, strong, soft, on: ["#ffffff", ink].find(isReadableText) ?? "#000000" };
}

/** Computes WCAG's contrast ratio of two colors, from 1 to 21. */
export function computeContrast(first: string, second: string): number {
  const [a, b] = [computeLuminance(first), computeLuminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function computeLuminance(color: string): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  /** In radians. */
  readonly hue: number;
}

type Channels = readonly [number, number, number];

function toLinear(color: string): Channels {
  const channel = (index: number) => {
    const value = Number.parseInt(color.slice(index, index + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Converts a color with Björn Ottosson's formulas: https://bottosson.github.io/posts/oklab/ */
function toOklch(color: string): Oklch {
  const [red, green, blue] = toLinear(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** Converts a color to #rrggbb, with its chroma reduced until it is in the standard RGB gamut. */
function toHex({ lightness, chroma, hue }: Oklch): string {
  const clampedLightness = Math.min(1, Math.max(0, lightness));
  for (let reducedChroma = chroma; ; reducedChroma = Math.max(0, reducedChroma - 0.004)) {
    const channels = toLinearRgb({ lightness: clampedLightness, chroma: reducedChroma, hue });
    const isInGamut = channels.every((channel) => channel >= -0.0005 && channel <= 1.0005);
    if (isInGamut || reducedChroma === 0) return `#${channels.map(toDigits).join("")}`;
  }
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Channels {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toDigits(linear: number): string {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)))
    .toString(16)
    .padStart(2, "0");
}
