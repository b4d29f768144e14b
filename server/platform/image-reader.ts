import sharp from "sharp";
import { limitConcurrency } from "./limit-concurrency.ts";

/**
 * sharp for untrusted input. Disables all of libvips' loaders except those of the five supported formats, for the
 * whole process, to reduce the attack surface.
 */
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
sharp.cache(false);
// A single thread leaves the other CPUs to page requests, and isn't slower for one image at a time.
sharp.concurrency(1);

/** Decodes one image at a time to limit memory use. */
export const queueImageTask = limitConcurrency(1);

export { sharp };
