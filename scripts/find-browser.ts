import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Finds a Chromium: the one at CHROME_PATH, an installed one, or the one from npm. With LATTICE_BROWSER=npm, it is
 * always the one from npm.
 */

export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** Environment of the browser process: its own home folder and, for the one from npm, its libraries and fonts. */
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
  dispose(): void;
}

/** No browser could be started. The message is for the person at the terminal. */
export class NoBrowserError extends Error {
  override readonly name = "NoBrowserError";
}

const EXECUTABLE_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MACOS_PATHS = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/**
 * The browser's sandbox is off, because it doesn't work as root and requires privileges that containers lack. The other
 * arguments prevent network traffic and first-run dialogs.
 */
const ARGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Throws NoBrowserError if no browser can be started. */
export async function findBrowser(environment: Record<string, string | undefined>): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), "lattice-browser-"));
  const dispose = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const home = join(folder, "home");
  mkdirSync(home);
  const env = {
    PATH: environment.PATH ?? "",
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    TMPDIR: tmpdir(),
    LANG: "C.UTF-8",
  };
  try {
    if (environment.LATTICE_BROWSER !== "npm") {
      for (const executablePath of listCandidates(environment)) {
        const version = readVersion(executablePath, env);
        if (version) return { executablePath, args: ARGS, env, version, dispose };
        if (executablePath === environment.CHROME_PATH) {
          throw new NoBrowserError(`The browser at CHROME_PATH (${executablePath}) can't be started.`);
        }
      }
    }
    const unpackedBrowser = await unpack(folder, env);
    const version = readVersion(unpackedBrowser.executablePath, unpackedBrowser.env);
    if (version) return { ...unpackedBrowser, args: ARGS, version, dispose };
  } catch (error) {
    dispose();
    if (error instanceof NoBrowserError) throw error;
  }
  dispose();
  throw new NoBrowserError(
    "No working Chromium or Chrome was found, and the one from npm can't be started. Install Chromium " +
      "(apt-get install -y chromium) or set CHROME_PATH.",
  );
}

function listCandidates(environment: Record<string, string | undefined>): string[] {
  if (environment.CHROME_PATH) return [environment.CHROME_PATH];
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return [
    ...EXECUTABLE_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(process.platform === "darwin" ? MACOS_PATHS : []),
  ].filter(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the browser's version; undefined if it doesn't run, for example because a library is missing. */
function readVersion(executablePath: string, env: Record<string, string>): string | undefined {
  const { status, stdout } = spawnSync(executablePath, ["--no-sandbox", "--version"], {
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  return status === 0 && /\d+\.\d+/.test(stdout) ? stdout.trim() : undefined;
}

/** Unpacks @sparticuz/chromium with its libraries. The package reuses files in TMPDIR, so it gets its own folder. */
async function unpack(folder: string, env: Record<string, string>) {
  const archiveFolder = fileURLToPath(new URL("../bin", import.meta.resolve("@sparticuz/chromium")));
  const { inflate } = await import("@sparticuz/chromium");
  const previousTmpdir = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    // `inflate` determines the paths when it is called, not later.
    const [executablePath] = await Promise.all(
      ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"].map((archive) =>
        inflate(join(archiveFolder, archive)),
      ),
    );
    const fontConfigurationFile = join(folder, "fonts.conf");
    writeFileSync(fontConfigurationFile, buildFontConfiguration(folder));
    return {
      executablePath: executablePath as string,
      env: { ...env, LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: fontConfigurationFile },
    };
  } finally {
    if (previousTmpdir === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = previousTmpdir;
  }
}

/**
 * Builds a configuration that lists the font folders. The package looks for fonts only in /tmp, and without fonts, a
 * text field crashes the browser.
 */
function buildFontConfiguration(folder: string): string {
  const folders = [join(folder, "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join("\n")}
  <cachedir>${join(folder, "font-cache")}</cachedir>
</fontconfig>
`;
}
