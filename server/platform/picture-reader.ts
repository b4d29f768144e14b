import sharp from "sharp";
import { takeTurns } from "./turns.ts";

/**
 * sharp for bytes of strangers. Of libvips' readers only those of the five formats stay, for the whole program: what
 * no reader takes cannot reach a reader's faults.
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
// One thread of its own, so that the other processors stay with the pages; no slower for one picture at a time.
sharp.concurrency(1);

/** Decodes pictures of strangers one after the other: together they could need any amount of memory. */
export const pictureTurn = takeTurns(1);

export { sharp };
