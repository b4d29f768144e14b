import { type RouterContextProvider, redirect } from "react-router";
import { operation } from "#web/operation.ts";
import { edgeContext } from "#web/server-context.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Loads the provider in `?provider=`; null without one. With `?test=`, redirects to the provider's sign-in page, whose
 * callback leads back here.
 */
export async function loadProvider(context: Context, { searchParams }: URL) {
  const id = searchParams.get("provider");
  if (id === null) return null;
  const token = searchParams.get("test");
  if (token !== null) throw await startTest(context, { id, token });
  return operation(context, ({ admin }, viewer) => admin.providers.get(viewer, id));
}

async function startTest(context: Context, input: { readonly id: string; readonly token: string }) {
  const { address: ip, userAgent } = context.get(edgeContext).client();
  const { url, cookies } = await operation(context, ({ admin }, viewer) =>
    admin.providers.startTest(viewer, input, { ip, userAgent }),
  );
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(url, { headers });
}
