import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { explainFileError } from "./errors.ts";

/** The password of the embedded server, made on the first start and readable for its owner only. */
export function ensurePassword(dataDir: string): string {
  const path = join(dataDir, "postgres-password");
  try {
    const kept = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
    if (kept) return kept;
    const password = randomBytes(24).toString("base64url");
    writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
    return password;
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}
