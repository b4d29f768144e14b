import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import { handleSignInForm } from "./handle-sign-in.ts";

test("after the first of two addresses is confirmed, the next page says to confirm the other one", async () => {
  const form = new FormData();
  const fields = { intent: "code", purpose: "email-change", email: "new@example.org", code: "123456" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const context = new RouterContextProvider();
  for (const [isEmailConfigured, notice] of [
    [true, "address-confirmed"],
    [false, "address-confirmed-unsent"],
  ] as const) {
    const auth = { verifyEmailedCode: async () => null, describe: async () => ({ isEmailConfigured }) };
    const client = () => ({ address: "203.0.113.9", userAgent: null });
    context.set(appContext, { auth } as never);
    context.set(edgeContext, { form, client } as never);
    context.set(identityContext, { state: "visitor", viewer: null, isFactorRequired: false });
    const request = new Request("http://lattice.test/auth", { method: "POST" });
    const response = (await handleSignInForm({ request, context }, "/settings")) as Response;
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/settings"]);
    expect(response.headers.get("Set-Cookie")).toContain(`=${notice};`);
  }
});
