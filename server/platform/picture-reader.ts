import sharp from "sharp";

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

export { sharp };
