import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Member } from "#core/accounts/member.ts";
import type { RequiredProof } from "#core/accounts/proof.ts";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import { answerWithStepUp } from "./answer-with-step-up.ts";
import { ProofFields } from "./proof-fields.tsx";
import { SEND_PROOF_CODE } from "./proof-prompt.ts";

const REQUIRED_PROOF: RequiredProof = {
  first: "password",
  codeBy: "email",
  allowsOneTimeCode: true,
  factors: [],
  providers: [],
  providerToken: "",
  passkeyId: null,
};

/** Requests a code, and renders the fields of the response. */
async function requestCode(
  sendStepUpCode: () => Promise<void>,
  { requiredProof = REQUIRED_PROOF, isEmailConfigured = true, role = "user" as Member["role"] } = {},
) {
  const context = new RouterContextProvider();
  const account = { sendStepUpCode, describeProof: async () => requiredProof };
  context.set(appContext, { auth: { account }, mailer: { isEmailConfigured } } as unknown as App);
  const viewer = { role } as Member;
  context.set(identityContext, { state: "member", viewer, isFactorRequired: false });
  const client = () => ({ address: "203.0.113.7", userAgent: "a test" });
  context.set(edgeContext, { client } as PageEdge);
  const form = new FormData();
  form.set(SEND_PROOF_CODE, "yes");
  const request = new Request("http://site.test/settings/confirm", { method: "POST" });
  const response = await answerWithStepUp(
    { request, context, form, intent: "", id: "", text: () => "" },
    { notice: null, to: "/settings", run: async () => {} },
  );
  if (response instanceof Response || !("proof" in response.data) || !response.data.proof)
    throw new Error("the response has no prompt");
  const { code, proof } = response.data;
  return {
    code,
    html: renderToStaticMarkup(createElement(ProofFields, { proof })).replaceAll("&#x27;", "'"),
  };
}

const send = async () => {};

test.each([
  [{}, "We've sent you a code. Check your inbox."],
  [{ isEmailConfigured: false }, "This site doesn't send email yet. Ask an administrator for the code."],
  [
    { isEmailConfigured: false, role: "admin" } as const,
    "Another administrator can find the code in the outbox. If you're the only one, run <code>npm run admin -- reset</code>",
  ],
  [{ requiredProof: { ...REQUIRED_PROOF, codeBy: "text" } as const }, "We've texted you a code."],
])(
  "after a code has been sent, the form asks for it and says where to find it (%#)",
  async (options, hint) => {
    const { code, html } = await requestCode(send, options);
    expect(code).toBe("step_up_required");
    expect(html).toContain(hint);
  },
);

test.each([
  ["email", "over_email_send_rate_limit", "Code from the email"],
  ["text", "over_sms_send_rate_limit", "Code from the text message"],
] as const)(
  "if no code could be sent by %s, the form asks for an earlier code and doesn't claim to have sent one",
  async (codeBy, refusalCode, label) => {
    const refuse = () => Promise.reject(new AuthError(refusalCode));
    for (const isEmailConfigured of [true, false]) {
      const requiredProof = { ...REQUIRED_PROOF, codeBy };
      const { code, html } = await requestCode(refuse, { requiredProof, isEmailConfigured });
      expect(code).toBe(refusalCode);
      expect(html).toContain(label);
      expect(html).not.toMatch(/We've|Ask an|Another/);
    }
  },
);
