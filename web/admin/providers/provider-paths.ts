/** The page of a provider, or of adding one: `id` is then a kind, for example "custom". */
export const buildProviderPath = (id: string) => `/admin/providers/${encodeURIComponent(id)}`;

export const PROVIDER_LIST_PATH = "/admin?tab=settings#providers";
