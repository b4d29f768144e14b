import type { Viewer } from "#core/accounts/member.ts";
import type { PageKind, SettingDefaults } from "#core/settings/types.ts";
import type { Database } from "#server/database/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SecurityConfig } from "./security/check-security.ts";
import type { SettingsStore } from "./store.ts";

export interface SettingsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly announcements: Pick<Announcements, "publish">;
  readonly auth: { requireStepUp(viewer: Viewer): Promise<void> };
  readonly store: SettingsStore;
  readonly defaults: SettingDefaults;
  readonly builtInTexts: Readonly<Record<PageKind, string>>;
  readonly origin: string;
  readonly config: SecurityConfig;
}
