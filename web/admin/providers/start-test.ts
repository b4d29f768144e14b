import { type RouterContextProvider, redirect } from "react-router";
import { operation } from "#web/operation.ts";
import { edgeContext } from "#web/server-context.ts";

/** Starts a test of a provider. Returns the redirect to its sign-in page. */
export async function startTest(
  context: Readonly<RouterContextProvider>,
  input: { readonly id: string; readonly token: string },
): Promise<Response> {
  const { address: ip, userAgent } = context.get(edgeContext).client();
  const { url, cookies } = await operation(context, ({ admin }, viewer) =>
    admin.providers.startTest(viewer, input, { ip, userAgent }),
  );
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(url, { headers });
}
