import { ROOT } from "./program.ts";

/** Builds the current pages in the same way as `npm start`. */
export async function ensureBuilt(log: (line: string) => void): Promise<void> {
  const buildModule = (await import(new URL("../scripts/build.mjs", import.meta.url).href)) as {
    ensureBuilt(root: string, log: (line: string) => void): Promise<void>;
  };
  await buildModule.ensureBuilt(ROOT, log);
}
