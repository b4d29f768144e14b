import type { Viewer } from "#core/accounts/member.ts";
import type { ProviderDetails, ProviderInput, ProviderRecord } from "#core/accounts/provider-settings.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { ProviderRedirect } from "../oauth/page-sign-in.ts";
import { type ProviderChange, removeProvider, setProviderEnabled } from "./change-provider.ts";
import { getProvider, listProviders } from "./list-providers.ts";
import { saveProvider } from "./save-provider.ts";
import { startTest, type TestStart } from "./start-test.ts";

/**
 * Admin actions on sign-in providers (docs/decisions/081). All throw AppError not_signed_in or access_denied
 * for other users; each action's file lists its other errors.
 */
export interface ProviderAdministration {
  list(viewer: Viewer): Promise<readonly ProviderRecord[]>;
  get(viewer: Viewer, id: string): Promise<ProviderDetails>;
  /** Returns the provider's ID. */
  save(viewer: Viewer, input: ProviderInput): Promise<string>;
  setEnabled(viewer: Viewer, input: ProviderChange & { readonly isEnabled: boolean }): Promise<void>;
  remove(viewer: Viewer, input: ProviderChange): Promise<void>;
  startTest(viewer: Viewer, input: TestStart, client: ClientInfo): Promise<ProviderRedirect>;
}

export function createProviderAdministration(auth: AuthDeps): ProviderAdministration {
  return {
    list: (viewer) => listProviders(auth, viewer),
    get: (viewer, id) => getProvider(auth, viewer, id),
    save: (viewer, input) => saveProvider(auth, viewer, input),
    setEnabled: (viewer, input) => setProviderEnabled(auth, viewer, input),
    remove: (viewer, input) => removeProvider(auth, viewer, input),
    startTest: (viewer, input, client) => startTest(auth, viewer, input, client),
  };
}
