import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, test } from "vitest";

const { findInstallReason, getNpmCommand, getNpmEnvironment } = (await import(
  new URL("install.mjs", import.meta.url).href
)) as {
  findInstallReason(root: string): string | undefined;
  getNpmCommand(root: string, environment: NodeJS.ProcessEnv): string[];
  getNpmEnvironment(root: string): NodeJS.ProcessEnv;
};

const root = mkdtempSync(join(tmpdir(), "lattice-install-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Package {
  readonly version: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const NODE = { "node_modules/node": { version: "24.0.0" } };

/** Returns the reason to install again if npm has installed `node`, but none of these packages. */
function findReason(packages: Record<string, Package>): string | undefined {
  mkdirSync(join(root, "node_modules"), { recursive: true });
  const write = (path: string, content: object) =>
    writeFileSync(join(root, path), JSON.stringify({ packages: content }));
  write("package-lock.json", { "": {}, ...NODE, ...packages });
  write("node_modules/.package-lock.json", NODE);
  return findInstallReason(root);
}

test("an optional package for this platform that npm skipped is a reason to install again", () => {
  const { platform, arch } = process;
  const binary = { version: "1.0.0", optional: true, os: [platform], cpu: [arch] };
  expect(findReason({ "node_modules/chain-here": binary })).toBe("node_modules/chain-here is missing");
});

test("optional packages for other platforms may be missing, but required packages may not", () => {
  const foreignPackage = { version: "1.0.0", optional: true, os: ["aix"], cpu: [process.arch] };
  // The test folder has no Node.js either, but that is checked last.
  expect(findReason({ "node_modules/chain-aix": foreignPackage })).toBe("the pinned Node.js doesn't run");
  expect(findReason({ "node_modules/chain": { version: "1.0.0" } })).toBe("the lock file has changed");
});

test("npm runs on the pinned Node if the machine's is older, even if this process already runs on the pinned one", () => {
  const { PATH } = process.env;
  const getCommand = (machineVersion: string) => {
    const folder = join(root, `node-${machineVersion}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "node"), `#!/bin/sh\necho v${machineVersion}\n`, { mode: 0o755 });
    writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: NODE }));
    // Sets the PATH that CONTRIBUTING.md recommends.
    process.env.PATH = [join(root, "node_modules", ".bin"), folder, "/bin"].join(delimiter);
    return getNpmCommand(root, getNpmEnvironment(root)).join(" ");
  };
  try {
    expect(getCommand("20.19.2")).toContain("--package node@24.0.0 -- npm");
    expect(getCommand("24.1.0")).toBe("npm");
  } finally {
    process.env.PATH = PATH;
  }
});
