import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { explainFileError } from "./errors.ts";

/** Returns the embedded server's password. The first start creates it, in a file that only the owner can read. */
export function ensurePassword(dataDir: string): string {
  const path = join(dataDir, "postgres-password");
  try {
    const storedPassword = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
    if (storedPassword) return storedPassword;
    const password = randomBytes(24).toString("base64url");
    writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
    return password;
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}
