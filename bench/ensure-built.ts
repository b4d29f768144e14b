import { ROOT } from "./program.ts";

/** Builds the program unless its build is up to date, as `npm start` does. */
export async function ensureBuilt(log: (line: string) => void): Promise<void> {
  const buildModule = (await import(new URL("../scripts/build.mjs", import.meta.url).href)) as {
    ensureBuilt(root: string, log: (line: string) => void): Promise<void>;
  };
  await buildModule.ensureBuilt(ROOT, log);
}
