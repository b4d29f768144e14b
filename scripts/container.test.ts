import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import dockerignore from "@balena/dockerignore";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "#server/config.ts";
import { type DockerfileStep, parseDockerfile } from "./parse-dockerfile.ts";

/** Checks the deployment files without building an image. `npm run try-container` runs the Dockerfile's steps. */

const ROOT = join(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
/** How long a shutdown may take, including the longest STOP_DELAY_SECONDS. */
const SHUTDOWN_MAX_SECONDS = 20 + 60;

describe("the Dockerfile", () => {
  const stages = parseDockerfile(read("Dockerfile"));
  const finalStage = stages.at(-1);
  const findSteps = (keyword: string) =>
    finalStage?.steps.filter((step) => step.keyword === keyword) as DockerfileStep[];

  test("is valid", () => {
    expect(validate(read("Dockerfile"))).toEqual([]);
  });

  test("in every stage, uses the Node version that package-lock.json pins", () => {
    const { packages } = JSON.parse(read("package-lock.json"));
    const { version } = packages["node_modules/node"];
    expect(stages.map((stage) => stage.image)).toEqual(stages.map(() => `node:${version}-bookworm-slim`));
  });

  test("starts the program with the flags and the environment of npm start", async () => {
    const { PROGRAM_FLAGS, getProgramEnvironment } = await import(
      new URL("./program-node.mjs", import.meta.url).href
    );
    expect(findSteps("CMD")[0]?.args).toEqual([
      "node",
      "--import",
      "./scripts/resolve-drizzle.mjs",
      // The first two flags preload the same file by its URL.
      ...PROGRAM_FLAGS.slice(2),
      "build/program/main.js",
    ]);
    const { NODE_COMPILE_CACHE: _, ...expected } = getProgramEnvironment(ROOT, {});
    const environment = Object.fromEntries((findSteps("ENV")[0]?.args ?? []).map((pair) => pair.split("=")));
    expect(environment).toMatchObject(expected);
    expect(() => readConfig(environment)).not.toThrow();
  });

  test("runs as a non-root user given by ID, has a health check, and contains no secrets", () => {
    expect(findSteps("USER").map(({ args }) => args[0])).toEqual(["1000:1000"]);
    expect(findSteps("HEALTHCHECK")[0]?.text).toContain("/healthz");
    expect(read("Dockerfile")).not.toMatch(/\b(ARG|SECRET|PASSWORD|TOKEN|_KEY)\b/);
  });

  test("copies every folder that the running program imports from", () => {
    const copiedPaths = findSteps("COPY").flatMap(({ args }) => args.slice(0, -1));
    const { imports } = JSON.parse(read("package.json"));
    for (const path of Object.values<string>(imports)) {
      const folder = path.split("/")[1] as string;
      // The image contains the built pages instead of their sources.
      expect(copiedPaths).toContain(folder === "web" ? "/app/build" : `/app/${folder}`);
    }
  });
});

test("the image contains no secrets, data, Git history or tests", () => {
  const filter = dockerignore().add(read(".dockerignore")).createFilter();
  const secrets = [".env", "server/.env.local", ".git/config", "data/postgres-password", "deploy/key.pem"];
  const neededFiles = [
    "main.ts",
    "package-lock.json",
    "server/config.ts",
    "web/root.tsx",
    "public/robots.txt",
  ];
  expect([...secrets, "node_modules/a/index.js", "server/config.test.ts", "backup"].filter(filter)).toEqual(
    [],
  );
  expect(neededFiles.filter(filter)).toEqual(neededFiles);
});

describe("compose.yaml", () => {
  interface Service {
    readonly [key: string]: unknown;
    readonly ports?: readonly string[];
    readonly volumes?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
    readonly command?: string | readonly string[];
    readonly security_opt: readonly string[];
    readonly depends_on?: Readonly<Record<string, object>>;
  }
  const file = parse(read("compose.yaml"), { merge: true, strict: true, uniqueKeys: true });
  const services: Record<string, Service> = file.services;

  test("gives no service more privileges than it needs", () => {
    for (const service of Object.values(services)) {
      expect(service.security_opt).toContain("no-new-privileges:true");
      expect(service).not.toHaveProperty("privileged");
      expect(service).not.toHaveProperty("network_mode");
    }
    for (const name of ["lattice", "postgres", "bucket"])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expect(services.lattice).toMatchObject({ tmpfs: "/tmp", volumes: ["files:/data"] });
  });

  test("publishes only the program's port, and only on this machine", () => {
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(["127.0.0.1:3000:3000"]);
  });

  test("contains no password, and refuses to start without one", () => {
    const variables = read("compose.yaml").match(/\$\{[^}]+\}/g) ?? [];
    const passwords = variables.filter((variable) => /PASSWORD/.test(variable));
    expect(passwords.length).toBeGreaterThan(0);
    for (const variable of passwords) expect(variable).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    for (const variable of variables) expect(variable).not.toMatch(/(KEY|SECRET):-[^}]/);
  });

  test("names only services, volumes and configs that exist, and settings that the program knows", () => {
    for (const { depends_on = {}, volumes = [], configs = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name);
      for (const volume of volumes) expect(file.volumes).toHaveProperty(volume.split(":")[0] as string);
      for (const { source } of configs as { source: string }[]) expect(file.configs).toHaveProperty(source);
    }
    for (const name of ["lattice", "bucket"]) {
      const environment = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        value.replace(/\$\{\w+:-([^}]*)\}/g, "$1").replace(/\$\{[^}]+\}/g, "password"),
      ]);
      expect(() => readConfig(Object.fromEntries(environment))).not.toThrow();
    }
  });

  test("gives the program enough time to stop", () => {
    const seconds = Number.parseInt(String(services.lattice?.stop_grace_period), 10);
    expect(seconds).toBeGreaterThan(SHUTDOWN_MAX_SECONDS);
  });
});

describe("deploy/lattice.service", () => {
  const lines = read("deploy/lattice.service").split("\n");
  const getSetting = (name: string) =>
    lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);

  test("starts what npm start starts, and gives it enough time to stop", () => {
    const { scripts } = JSON.parse(read("package.json"));
    expect(getSetting("ExecStart")).toBe(`/opt/lattice/node_modules/.bin/${scripts.start}`);
    expect(existsSync(join(ROOT, "node_modules/.bin/node"))).toBe(true);
    expect(Number(getSetting("TimeoutStopSec"))).toBeGreaterThan(SHUTDOWN_MAX_SECONDS);
  });

  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
  test.skipIf(!hasSystemd)("is accepted by systemd, which rates its exposure as OK", () => {
    const folder = mkdtempSync(join(tmpdir(), "lattice-unit-"));
    const unit = join(folder, "lattice.service");
    try {
      writeFileSync(unit, lines.join("\n").replaceAll("/opt/lattice", ROOT));
      const verification = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
      expect([verification.status, verification.stderr]).toEqual([0, ""]);
      // The threshold is in tenths. 2.0 is well within the exposure that systemd rates as "OK" (less than 5.0).
      const rating = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit]);
      expect(rating.status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
