import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { ROOT } from "#server/platform/root.ts";

/**
 * Formats the settings that a command needs to find this program's site and to print its links, as text to
 * paste before the command. DATABASE_URL comes from the shell, because it contains a password.
 */
export function repeatSettings(
  config: Pick<Config, "databaseUrl" | "dataDir" | "host" | "port" | "publicUrl" | "publicUrlGiven">,
  platform: NodeJS.Platform = process.platform,
): string {
  const isWindows = platform === "win32";
  const settings: [string, string][] = [
    // The working directory of every command that `npm run` starts.
    ...(config.dataDir === join(ROOT, "data")
      ? []
      : [["DATA_DIR", config.dataDir] satisfies [string, string]]),
    ...(config.host === "127.0.0.1" ? [] : [["HOST", config.host] satisfies [string, string]]),
    ...(config.port === 3000 ? [] : [["PORT", String(config.port)] satisfies [string, string]]),
    ...(config.publicUrlGiven ? [["PUBLIC_URL", config.publicUrl] satisfies [string, string]] : []),
  ];
  const assignments = settings.map(([name, value]) =>
    isWindows ? `$env:${name}='${value.replaceAll("'", "''")}'; ` : `${name}=${quote(value)} `,
  );
  // PowerShell passes the session's variables to the command.
  const database = config.databaseUrl === undefined || isWindows ? "" : 'DATABASE_URL="$DATABASE_URL" ';
  return database + assignments.join("");
}

const quote = (value: string) =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
