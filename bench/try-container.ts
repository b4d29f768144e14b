/**
 * `npm run try-container`: does what a container runtime would do with the Dockerfile, on Linux without such a runtime.
 * Runs the steps of each stage in a root folder of its own, with the pinned Node and this machine's system as the base
 * image. Then starts the program as the image's user, with everything read-only except /data and /tmp, and checks that
 * it becomes healthy, that commands work alongside it, and that it stops. Must run as root and needs npm's registry.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import dockerignore from "@balena/dockerignore";
import { findFreePort } from "#server/testing/program.ts";
import { type DockerfileStage, parseDockerfile } from "../scripts/parse-dockerfile.ts";

const ROOT = join(import.meta.dirname, "..");
/** This machine's settings for reaching npm's registry. Container runtimes can pass on the proxy settings, too. */
const NETWORK_VARIABLE = /^(https?_proxy|no_proxy|node_extra_ca_certs|npm_config_(registry|cafile))$/i;
/** This machine's folders, used as the base image. */
const BASE_FOLDERS = ["bin", "etc", "lib", "lib64", "sbin", "usr"];

const COMMANDS = [
  "admin -- create --email you@example.org --name you",
  "backup -- /data/lattice.backup",
  "files -- status",
];

interface Stage {
  readonly root: string;
  folder: string;
  user: string;
  readonly environment: Record<string, string>;
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function createStage(parent: string, name: string): Stage {
  const root = join(parent, name);
  for (const folder of [...BASE_FOLDERS, "proc", "dev", "tmp", "node/bin"])
    mkdirSync(join(root, folder), { recursive: true, mode: 0o755 });
  cpSync(join(ROOT, "node_modules/node/bin/node"), join(root, "node/bin/node"));
  const environment = {
    PATH: "/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: "/tmp",
  };
  return { root, folder: "/", user: "0:0", environment };
}

/** Builds a command that runs `command` as the stage's user, in its environment. */
function buildUserCommand({ user, environment }: Stage, command: readonly string[]): string[] {
  const [uid = "0", gid = "0"] = user.split(":");
  const identity = ["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups"];
  const limits = user === "0:0" ? [] : ["--no-new-privs", "--bounding-set=-all"];
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return ["env", "-i", ...settings, ...identity, ...limits, ...command];
}

/** Builds arguments for `unshare` to run a command in a stage's root. The mounts last as long as the command runs. */
function buildUnshareArguments(stage: Stage, command: readonly string[], isReadOnly = false): string[] {
  const { root, folder } = stage;
  const mounts = BASE_FOLDERS.map(
    (name) => `mount --bind /${name} ${root}/${name} && mount -o remount,bind,ro ${root}/${name}`,
  );
  if (isReadOnly)
    mounts.unshift(
      `mount --bind ${root} ${root}`,
      `mount --bind ${root}/data ${root}/data`,
      `mount -o remount,bind,ro ${root}`,
    );
  mounts.push(
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
    `mount --rbind /dev ${root}/dev`,
    `mount --rbind /proc ${root}/proc`,
  );
  const innerCommand = `cd ${folder} && exec ${buildUserCommand(stage, command).map(quote).join(" ")}`;
  return ["--mount", "sh", "-ec", `${mounts.join("\n")}\nexec chroot ${root} sh -c ${quote(innerCommand)}`];
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.at(-1)} failed with ${status}:\n${stdout}${stderr}`);
  return stdout.trim();
}

/** Does `COPY . .`: copies all files except those that git or .dockerignore excludes. */
function copyContext(target: string): void {
  const filter = dockerignore()
    .add(readFileSync(join(ROOT, ".dockerignore"), "utf8"))
    .createFilter();
  const fileList = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of fileList.split("\n").filter((path) => path !== "" && filter(path)))
    cpSync(join(ROOT, file), join(target, file));
}

function build(
  parent: string,
  stages: readonly DockerfileStage[],
): { image: Stage; healthCommand: string[]; command: string[] } {
  const networkSettings = Object.fromEntries(
    Object.entries(process.env).filter(([name, value]) => NETWORK_VARIABLE.test(name) && value !== undefined),
  ) as Record<string, string>;
  const builtStages = new Map<string, Stage>();
  let healthCommand: string[] = [];
  let command: string[] = [];
  let image: Stage | undefined;
  for (const [index, { name, steps }] of stages.entries()) {
    const stage = createStage(parent, `stage-${index}`);
    for (const { keyword, flags, text, args } of steps) {
      console.log(`  ${keyword} ${text.slice(0, 90)}`);
      if (keyword === "WORKDIR") stage.folder = args[0] ?? "/";
      mkdirSync(join(stage.root, stage.folder), { recursive: true });
      if (keyword === "RUN")
        run(
          "unshare",
          buildUnshareArguments({ ...stage, environment: { ...networkSettings, ...stage.environment } }, [
            "sh",
            "-c",
            text,
          ]),
        );
      if (keyword === "ENV")
        for (const assignment of args) {
          const [key = "", value = ""] = assignment.split("=");
          stage.environment[key] = value;
        }
      if (keyword === "USER") stage.user = args[0] ?? "";
      if (keyword === "CMD") command = [...args];
      if (keyword === "HEALTHCHECK") healthCommand = JSON.parse(text.replace(/^CMD /, "")) as string[];
      if (keyword !== "COPY") continue;
      const target = join(stage.root, stage.folder, args.at(-1) ?? "");
      const sourceStage = flags.from === undefined ? null : builtStages.get(flags.from);
      for (const source of args.slice(0, -1)) {
        if (source === ".") copyContext(target);
        else if (sourceStage)
          cpSync(
            join(sourceStage.root, source),
            isFile(join(sourceStage.root, source)) ? join(target, basename(source)) : target,
            { recursive: true, verbatimSymlinks: true },
          );
        else cpSync(join(ROOT, source), join(target, basename(source)));
      }
    }
    builtStages.set(name ?? String(index), stage);
    image = stage;
  }
  if (!image) throw new Error("The Dockerfile has no stage.");
  return { image, healthCommand, command };
}

const isFile = (path: string) => statSync(path).isFile();

async function check(parent: string): Promise<void> {
  const stages = parseDockerfile(readFileSync(join(ROOT, "Dockerfile"), "utf8"));
  const { image, healthCommand, command } = build(parent, stages);
  const overrides = {
    PORT: String(await findFreePort()),
    HOST: "127.0.0.1",
    NEWS_POLL_MINUTES: "off",
    DEMO: "off",
  };
  Object.assign(image.environment, overrides);
  console.log(`Starting ${command.join(" ")} as ${image.user}, read-only`);
  const child = spawn("unshare", buildUnshareArguments(image, command, true), { stdio: "inherit" });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  /** Like `docker exec`. */
  const execute = (args: readonly string[]) =>
    run("nsenter", [`--target=${child.pid}`, "--mount", "--root", "--wd", ...buildUserCommand(image, args)]);
  try {
    for (let attempt = 0; ; attempt += 1) {
      if (child.exitCode !== null) throw new Error(`The program exited with code ${child.exitCode}.`);
      try {
        execute(healthCommand);
        break;
      } catch (error) {
        if (attempt > 100) throw error;
        await sleep(1_000);
      }
    }
    console.log("The health check succeeds.");
    const response = await fetch(`http://127.0.0.1:${overrides.PORT}/forum`);
    if (response.status !== 200 || !(await response.text()).includes("</html>"))
      throw new Error(`/forum responded with ${response.status}`);
    console.log("/forum is served.");
    execute(["sh", "-c", "! touch /app/x 2>/tmp/error && grep -q Read-only /tmp/error"]);
    console.log("/app is read-only.");
    for (const script of COMMANDS) console.log(execute(["npm", "run", "--silent", ...script.split(" ")]));
  } finally {
    child.kill("SIGTERM");
    const code = await exit;
    console.log(`The program exited with code ${code}.`);
    if (code !== 0) process.exitCode = 1;
  }
}

if (process.argv.includes("--help")) {
  console.log(
    "Usage: npm run try-container\n  Runs the steps of the Dockerfile without a container runtime (Linux, as root).",
  );
  process.exit();
}
const parent = mkdtempSync(join(tmpdir(), "lattice-container-"));
chmodSync(parent, 0o755);
try {
  await check(parent);
} finally {
  rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
}
