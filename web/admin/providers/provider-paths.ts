import { buildAdminPath } from "../tabs.ts";

/** The path of a provider's screen. To add a provider, pass its kind as `id`, for example "custom". */
export const buildProviderPath = (id: string) =>
  buildAdminPath("settings", new URLSearchParams({ provider: id }));

export const PROVIDER_LIST_PATH = `${buildAdminPath("settings")}#providers`;
