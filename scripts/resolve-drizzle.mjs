/**
 * Preloaded (`node --import`). Node parses a package's `exports` for every import, and Drizzle's 130 kB for 1,100
 * imports took more than half of the CPU time of a start. Its own imports don't need `exports`.
 */
import { registerHooks } from "node:module";

const INSIDE = /\/node_modules\/drizzle-orm\/[^?]*\.js$/;
const resolved = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions } = context;
    if (specifier.startsWith(".") && specifier.endsWith(".js") && INSIDE.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    // `require` resolves to different files.
    if (!/^drizzle-orm(\/|$)/.test(specifier) || !conditions.includes("import"))
      return next(specifier, context);
    if (!resolved.has(specifier))
      resolved.set(specifier, { ...next(specifier, context), shortCircuit: true });
    return resolved.get(specifier);
  },
});
