import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ENVIRONMENT_READS = [
  /\bprocess\s*(?:\?\.|\.|\[\s*["'`])\s*env\b/,
  /\{[^{}]*\benv\b[^{}]*\}\s*=\s*(?:globalThis\.)?process\b/,
  /from\s+["'](?:node:)?process["']/,
];

/** In server/, only config.ts and tests may read the environment. Returns a list of the other files that do, if any. */
export function findEnvironmentReaders(root: string): string | undefined {
  const readers = globSync("server/**/*.ts", { cwd: root })
    .filter((file) => !/[.](test|fixture)[.]ts$|^server\/(testing\/|config[.]ts$)/.test(file))
    .filter((file) => {
      // Ignore comments.
      const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      return ENVIRONMENT_READS.some((pattern) => pattern.test(code));
    });
  return readers.length > 0 ? readers.map((file) => `${file} reads process.env`).join("\n") : undefined;
}
