/**
 * Preloaded (`node --import`) where the server's files are read. Node parses the `exports` of a package again for each
 * import of it, and for each import between its own files. Drizzle's list is 130 kB long and its files import each other
 * 1,100 times: more than half of the CPU of a start. Where these imports lead is known without the list.
 */
import { registerHooks } from "node:module";

const INSIDE = /\/node_modules\/drizzle-orm\/[^?]*\.js$/;
const resolved = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions } = context;
    if (specifier.startsWith(".") && specifier.endsWith(".js") && INSIDE.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    // `require` leads to other files.
    if (!/^drizzle-orm(\/|$)/.test(specifier) || !conditions.includes("import"))
      return next(specifier, context);
    if (!resolved.has(specifier))
      resolved.set(specifier, { ...next(specifier, context), shortCircuit: true });
    return resolved.get(specifier);
  },
});
