import { buildAdminPath } from "../tabs.ts";

/** The screen of a provider, or of adding one: `id` is then a kind, for example "custom". */
export const buildProviderPath = (id: string) =>
  buildAdminPath("settings", new URLSearchParams({ provider: id }));

export const PROVIDER_LIST_PATH = `${buildAdminPath("settings")}#providers`;
