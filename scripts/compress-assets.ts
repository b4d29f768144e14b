import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

/** Writes a .br and a .gz file for each built text file that isn't tiny, so that none is compressed per request. */

const FOLDER = join(import.meta.dirname, "..", "build", "client");
const TEXT_FILE = /\.(js|css|svg|json|txt|xml|webmanifest|html)$/;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

for (const name of await readdir(FOLDER, { recursive: true })) {
  if (!TEXT_FILE.test(name)) continue;
  const file = join(FOLDER, name);
  const bytes = await readFile(file);
  if (bytes.length < 512) continue;
  await writeFile(
    `${file}.br`,
    await brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(`${file}.gz`, await gzip(bytes, { level: 9 }));
}
