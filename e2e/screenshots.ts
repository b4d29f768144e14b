import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { startProgram } from "#server/testing/program.ts";
import { explainFailure } from "../scripts/explain-failure.ts";
import { findBrowser } from "../scripts/find-browser.ts";
import { SCREENS, type Screen, STATES } from "./screenshot-screens.ts";
import { createContextOpener, type OpenContext, type Theme, takeScreenshot } from "./take-screenshot.ts";

/**
 * `npm run screenshots`: retakes the README's screenshots and builds a contact sheet of all screens for each theme and
 * width. With `--full`, writes a full-page screenshot of every screen and state to a folder instead, to be viewed
 * one by one.
 */
const USAGE = `Usage: npm run screenshots -- [--full FOLDER [options]]
  Retakes the images in docs/screenshots: the README's screenshots, and a contact sheet of all screens for each theme
  and width. Starts the program with the demo community to do so.

  --full FOLDER      writes a full-page screenshot of every screen, menu, dialog and error to FOLDER instead
  --theme THEME      only in one theme: dark or light
  --width WIDTH      only at one width: 360, 768 or 1440
  --only EXPRESSION  only the screens whose role, path and state match this regular expression, such as "^member/settings"
  --url URL          uses the program that is running at URL instead of starting one`;

const OUTPUT_FOLDER = join(import.meta.dirname, "..", "docs", "screenshots");
const THEMES = ["dark", "light"] as const;
const VIEWPORTS = [
  { width: 360, height: 780, columns: 12, thumbnailWidth: 180 },
  { width: 768, height: 1000, columns: 9, thumbnailWidth: 240 },
  { width: 1440, height: 900, columns: 6, thumbnailWidth: 360 },
] as const;
const GAP = 12;

/** The screenshots in README.md. */
const README_SCREENSHOTS = [
  { file: "home-dark", role: "visitor", path: "/", theme: "dark", width: 1440, height: 900 },
  {
    file: "post-dark",
    role: "visitor",
    path: "/forum",
    // A short post that has comments.
    follow: 'article h3 a:text("What does temperature")',
    theme: "dark",
    width: 1280,
    height: 900,
  },
  { file: "create-light", role: "member", path: "/create", theme: "light", width: 1280, height: 900 },
  { file: "forum-mobile-light", role: "visitor", path: "/forum", theme: "light", width: 390, height: 780 },
] as const satisfies readonly (Screen & { file: string; theme: Theme; width: number; height: number })[];

async function writeContactSheet(
  file: string,
  screenshots: readonly Buffer[],
  viewport: (typeof VIEWPORTS)[number],
) {
  const { columns, thumbnailWidth } = viewport;
  const thumbnailHeight = Math.round((thumbnailWidth * viewport.height) / viewport.width);
  const composite = await Promise.all(
    screenshots.map(async (screenshot, index) => ({
      input: await sharp(screenshot).resize(thumbnailWidth, thumbnailHeight).toBuffer(),
      left: GAP + (index % columns) * (thumbnailWidth + GAP),
      top: GAP + Math.floor(index / columns) * (thumbnailHeight + GAP),
    })),
  );
  await sharp({
    create: {
      width: GAP + columns * (thumbnailWidth + GAP),
      height: GAP + Math.ceil(screenshots.length / columns) * (thumbnailHeight + GAP),
      channels: 3,
      background: "#808080",
    },
  })
    .composite(composite)
    .webp({ quality: 60 })
    .toFile(file);
}

async function writeFullPageScreenshots(folder: string, openContext: OpenContext) {
  mkdirSync(folder, { recursive: true });
  for (const theme of THEMES.filter((name) => !options.theme || options.theme === name))
    for (const viewport of VIEWPORTS.filter(({ width }) => !options.width || options.width === String(width)))
      for (const [index, screen] of [...SCREENS, ...STATES].entries()) {
        const { role, path, follow, state } = screen;
        const name = `${role}${path}${follow ? " follow" : ""}${state ? ` ${state}` : ""}`;
        if (options.only && !new RegExp(options.only).test(name)) continue;
        const number = String(index + 1).padStart(3, "0");
        const file = `${theme}-${viewport.width}-${number}-${name.replaceAll(/[^\w-]+/g, "_").slice(0, 80)}.png`;
        try {
          const screenshot = await takeScreenshot(
            await openContext(role, viewport),
            screen,
            { ...viewport, theme },
            true,
          );
          writeFileSync(join(folder, file), screenshot);
        } catch (error) {
          console.warn(`${file}: ${String(error).split("\n")[0]}`);
        }
      }
}

async function writeDocumentationScreenshots(openContext: OpenContext) {
  mkdirSync(OUTPUT_FOLDER, { recursive: true });
  for (const { file, role, ...rest } of README_SCREENSHOTS) {
    const screenshot = await takeScreenshot(await openContext(role, rest), { role, ...rest }, rest);
    await sharp(screenshot)
      .png({ palette: true, quality: 90 })
      .toFile(join(OUTPUT_FOLDER, `${file}.png`));
  }
  for (const theme of THEMES)
    for (const viewport of VIEWPORTS) {
      const screenshots: Buffer[] = [];
      for (const screen of SCREENS)
        screenshots.push(
          await takeScreenshot(await openContext(screen.role, viewport), screen, { ...viewport, theme }),
        );
      await writeContactSheet(
        join(OUTPUT_FOLDER, `all-${theme}-${viewport.width}.webp`),
        screenshots,
        viewport,
      );
      console.log(`${theme}, ${viewport.width} px: ${screenshots.length} screens`);
    }
}

function parseOptions() {
  if (process.argv.includes("--help")) {
    console.log(USAGE);
    process.exit();
  }
  try {
    const option = { type: "string" } as const;
    return parseArgs({ options: { full: option, only: option, theme: option, width: option, url: option } })
      .values;
  } catch (error) {
    console.error(explainFailure(error, USAGE));
    process.exit(1);
  }
}

const options = parseOptions();
const installedBrowser = await findBrowser(process.env);
const program = options.url ? undefined : await startProgram({ AUTH_RATE_LIMITS: "off" });
const browser = await chromium.launch({
  executablePath: installedBrowser.executablePath,
  args: [...installedBrowser.args],
  env: { ...installedBrowser.env },
});
try {
  const openContext = createContextOpener(browser, options.url ?? program?.url ?? "");
  if (options.full) await writeFullPageScreenshots(options.full, openContext);
  else await writeDocumentationScreenshots(openContext);
} finally {
  await browser.close();
  await program?.stop();
  installedBrowser.dispose();
}
