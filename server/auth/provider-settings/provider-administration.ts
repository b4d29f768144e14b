import { bindOperations } from "#server/platform/bind-operations.ts";
import type { AuthDeps } from "../deps.ts";
import { removeProvider, setProviderEnabled } from "./change-provider.ts";
import { getProvider, listProviders } from "./list-providers.ts";
import { saveProvider } from "./save-provider.ts";
import { startTest } from "./test-provider.ts";

/** Admin actions on sign-in providers (docs/decisions/081). */
export const createProviderAdministration = (auth: AuthDeps) =>
  bindOperations(auth, {
    list: listProviders,
    get: getProvider,
    save: saveProvider,
    setEnabled: setProviderEnabled,
    remove: removeProvider,
    startTest,
  });
