import { createRequire } from "node:module";
import type { Sharp, SharpInput, SharpOptions } from "sharp";
import { limitConcurrency } from "./limit-concurrency.ts";

const require = createRequire(import.meta.url);
type SharpLibrary = typeof import("sharp").default;
let loadedLibrary: SharpLibrary | undefined;

/** Opens an untrusted image. The sharp library is loaded only when it is needed, because libvips takes memory. */
export function sharp(...input: [SharpInput, SharpOptions?] | [SharpOptions]): Sharp {
  loadedLibrary ??= loadSharp();
  return loadedLibrary(...(input as [SharpInput, SharpOptions?]));
}

/** Blocks all libvips loaders except those for the five supported formats, to reduce the attack surface. */
function loadSharp(): SharpLibrary {
  const library = require("sharp") as SharpLibrary;
  library.block({ operation: ["VipsForeignLoad"] });
  library.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadNsgifBuffer",
      "VipsForeignLoadHeifBuffer",
    ],
  });
  library.cache(false);
  // A single thread leaves the other CPUs to page requests, and decodes a single image just as fast.
  library.concurrency(1);
  return library;
}

/** Decodes one image at a time to limit memory use. */
export const queueImageTask = limitConcurrency(1);
