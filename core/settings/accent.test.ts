import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type AccentPalette,
  BACKGROUNDS,
  computeContrast,
  DEFAULT_ACCENT,
  deriveAccent,
  parseColor,
  TEXT_CONTRAST,
  THEMES,
} from "./accent.ts";

/** Channel values that give 512 colors, including the corners of the RGB cube. */
const LEVELS = ["00", "24", "49", "6d", "92", "b6", "db", "ff"];
const CUBE = LEVELS.flatMap((red) =>
  LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`)),
);

function listFaults(palette: AccentPalette): string[] {
  return THEMES.flatMap((theme) => {
    const { accent, strong, soft, on } = palette[theme];
    const pairs: [string, string, string][] = [
      ...[...BACKGROUNDS[theme], soft].map((background): [string, string, string] => [
        "accent",
        accent,
        background,
      ]),
      ...BACKGROUNDS[theme].map((background): [string, string, string] => ["strong", strong, background]),
      ["text on accent", on, accent],
      ["text on strong", on, strong],
    ];
    return pairs
      .filter(([, text, background]) => computeContrast(text, background) < TEXT_CONTRAST)
      .map(([name, text, background]) => `${theme} ${name}: ${text} on ${background}`);
  });
}

test("every color gets readable shades in both themes", () => {
  expect(TEXT_CONTRAST).toBe(4.5);
  for (const color of CUBE) expect(listFaults(deriveAccent(color)), color).toEqual([]);
  expect(listFaults(DEFAULT_ACCENT)).toEqual([]);
});

test("the hover shade differs from the accent, even for black and white", () => {
  for (const color of CUBE)
    for (const theme of THEMES) {
      const { accent, strong } = deriveAccent(color)[theme];
      expect(computeContrast(accent, strong), `${color} ${theme}`).toBeGreaterThan(1.05);
    }
});

test("a readable color is unchanged, and the hue of any other color is preserved", () => {
  expect(deriveAccent("#0a6b55").light.accent).toBe("#0a6b55");
  expect(deriveAccent("#62d6b3").dark.accent).toBe("#62d6b3");
  const { light, dark } = deriveAccent("#ffd400");
  expect(dark.accent).toBe("#ffd400");
  expect(light.accent).toMatch(/^#[6-9]/);
  expect(Number.parseInt(light.accent.slice(5), 16)).toBeLessThan(0x10);
  expect(computeContrast("#000000", "#ffffff")).toBe(21);
});

test("colors are accepted with three or six digits, with or without #", () => {
  expect(["#0A6B55", "0a6b55", " #abc ", "ABC"].map(parseColor)).toEqual([
    "#0a6b55",
    "#0a6b55",
    "#aabbcc",
    "#aabbcc",
  ]);
  for (const input of ["", "#", "#12", "#1234", "#12345g", "red", "#fff;}", "url(x)", "#ffffff\n#000000"])
    expect(parseColor(input), input).toBeNull();
});

test("the palette and the backgrounds match the style sheet", () => {
  const sheet = readFileSync(new URL("../../web/styles/tokens.css", import.meta.url), "utf8");
  const readPair = (name: string) =>
    new RegExp(`--${name}: light-dark\\([^#]*(#\\w+)[^#]*(#\\w+)\\)`).exec(sheet)?.slice(1);
  const { light, dark } = DEFAULT_ACCENT;
  expect([
    readPair("accent"),
    readPair("accent-strong"),
    readPair("accent-soft"),
    readPair("on-accent"),
  ]).toEqual([
    [light.accent, dark.accent],
    [light.strong, dark.strong],
    [light.soft, dark.soft],
    [light.on, dark.on],
  ]);
  const backgrounds = ["canvas", "surface", "raised", "hover"].map(readPair);
  expect([...new Set(backgrounds.map((pair) => pair?.[0]))].sort()).toEqual([...BACKGROUNDS.light].sort());
  expect(backgrounds.map((pair) => pair?.[1])).toEqual(BACKGROUNDS.dark);
});
