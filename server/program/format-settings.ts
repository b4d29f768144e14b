import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { ROOT } from "#server/platform/root.ts";

/**
 * Formats the settings that a command needs to find this instance and print its links, as text to paste before the
 * command. DATABASE_URL comes from the shell, because it contains a password.
 */
export function formatSettings(
  config: Pick<Config, "databaseUrl" | "dataDir" | "host" | "port" | "publicUrl" | "isPublicUrlSet">,
  platform: NodeJS.Platform = process.platform,
): string {
  const isWindows = platform === "win32";
  const settings = [
    // `npm run` starts every command in ROOT.
    { name: "DATA_DIR", value: config.dataDir, isNeeded: config.dataDir !== join(ROOT, "data") },
    { name: "HOST", value: config.host, isNeeded: config.host !== "127.0.0.1" },
    { name: "PORT", value: String(config.port), isNeeded: config.port !== 3000 },
    { name: "PUBLIC_URL", value: config.publicUrl, isNeeded: config.isPublicUrlSet },
  ].filter(({ isNeeded }) => isNeeded);
  const assignments = settings.map(({ name, value }) =>
    isWindows ? `$env:${name}='${value.replaceAll("'", "''")}'; ` : `${name}=${quote(value)} `,
  );
  // PowerShell passes the session's variables to the command.
  const database = config.databaseUrl === undefined || isWindows ? "" : 'DATABASE_URL="$DATABASE_URL" ';
  return database + assignments.join("");
}

const quote = (value: string) =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
