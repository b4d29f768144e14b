import { getEmailNotice } from "#core/notices.ts";
import { answerForm, bindAnswerForm } from "#web/forms/answer-form.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { useSite } from "#web/page/site-data.ts";
import { appContext, edgeContext, getClientInfo } from "#web/server-context.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { DeviceList } from "#web/settings/device-list.tsx";
import { EmailForm } from "#web/settings/email-form.tsx";
import { FactorList } from "#web/settings/factor-list.tsx";
import { PasskeyList } from "#web/settings/passkey-list.tsx";
import { PasswordForm } from "#web/settings/password-form.tsx";
import { PhoneForm } from "#web/settings/phone-form.tsx";
import { RecentSignIns } from "#web/settings/recent-sign-ins.tsx";
import { RecoveryCodes } from "#web/settings/recovery-codes.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import { SignInMethodList } from "#web/settings/sign-in-methods.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings-security";

const PATH = "/settings/security";

export const meta = unlistedMeta("Security settings", PATH);

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async (app, viewer) => ({
    ...(await app.auth.account.describe(viewer)),
    sessions: await app.auth.account.listSessions(viewer),
    signIns: await app.auth.account.listSignIns(viewer),
    arePasskeysEnabled: (await app.auth.describe(undefined, context.get(edgeContext).client().host)).passkeys,
    isEmailConfigured: app.mailer.isEmailConfigured,
  }));
}

/** Handles the page's forms. With JavaScript, the auth client handles some instead, such as the password form. */
export function action(args: Route.ActionArgs) {
  const { context } = args;
  const client = getClientInfo(context);
  const { isEmailConfigured } = context.get(appContext).mailer;
  const answer = bindAnswerForm(({ auth }) => auth.account, { to: PATH });
  return handleIntent(args, {
    email: answer(getEmailNotice("email-change-requested", isEmailConfigured), (account, viewer, { text }) =>
      account.change(viewer, { email: text("email") }, client),
    ),
    "resend-email": answer(getEmailNotice("email-change-resent", isEmailConfigured), (account, viewer) =>
      account.resendEmailChange(viewer, client),
    ),
    "cancel-email": answer("email-change-canceled", (account, viewer) => account.cancelEmailChange(viewer)),
    phone: (submission) =>
      answerForm(submission, {
        async run({ auth: { account } }, viewer) {
          await account.change(viewer, { phone: submission.text("phone") }, client);
          return account.describe(viewer);
        },
        notice: ({ phone }) => (phone?.newNumber ? "phone-code-sent" : "phone-changed"),
        to: PATH,
      }),
    "phone-code": answer("phone-changed", (account, viewer, { text }) =>
      account.confirmPhone(viewer, text("code"), client),
    ),
    "resend-phone": answer("phone-code-sent", (account, viewer) => account.resendPhoneCode(viewer, client)),
    "cancel-phone": answer("phone-change-canceled", (account, viewer) => account.cancelPhoneChange(viewer)),
    password: answer("password-changed", (account, viewer, { text }) =>
      account.change(
        viewer,
        {
          password: text("password"),
          currentPassword: text("currentPassword"),
          nonce: text("code").replace(/\s/g, ""),
        },
        client,
      ),
    ),
    "send-password-code": (submission) =>
      answerForm(submission, {
        async run({ auth: { account } }, viewer) {
          await account.sendPasswordCode(viewer, client);
          return account.describe(viewer);
        },
        notice: ({ email }) =>
          email === null ? "phone-code-sent" : getEmailNotice("code-sent", isEmailConfigured),
        to: PATH,
      }),
    "rename-factor": answer("factor-renamed", (account, viewer, { text }) =>
      account.renameFactor(viewer, text("factorId"), text("name")),
    ),
    "rename-passkey": answer("passkey-renamed", (account, viewer, { text }) =>
      account.renamePasskey(viewer, text("passkeyId"), text("name")),
    ),
    "remove-passkey": answer("passkey-removed", (account, viewer, { text }) =>
      account.removePasskey(viewer, text("passkeyId")),
    ),
    unlink: answer("method-unlinked", (account, viewer, { text }) =>
      account.unlinkIdentity(viewer, text("identityId")),
    ),
    "end-session": answer("session-ended", (account, viewer, { text }) =>
      account.endSession(viewer, text("sessionId")),
    ),
    "end-others": answer("sessions-ended", (account, viewer) => account.endOtherSessions(viewer)),
  });
}

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function SettingsSecurity({ loaderData: account }: Route.ComponentProps) {
  const site = useSite();
  if (!account) return <GuardLoading />;

  const memberId = site.viewer?.id ?? "";
  const hasFactor =
    account.factors.some(({ isVerified }) => isVerified) ||
    account.passkeys?.some(({ isFactor }) => isFactor);
  return (
    <SettingsPage title="Security">
      <Section id="address" title="Email">
        <EmailForm memberId={memberId} account={account} />
      </Section>
      {account.phone ? (
        <Section id="phone" title="Phone number" lead="Sign in with a code that we text to your phone.">
          <PhoneForm phone={account.phone} />
        </Section>
      ) : null}
      <Section id="password" title="Password">
        {account.isSsoUser ? (
          <p className="text-sm text-muted">
            You sign in through your organization, so you have no password here.
          </p>
        ) : (
          <PasswordForm username={site.viewer?.username ?? ""} account={account} />
        )}
      </Section>
      {account.signInMethods ? (
        <Section
          id="methods"
          title="Sign-in methods"
          lead="The ways you can sign in to your account. You can link more."
        >
          <SignInMethodList
            methods={account.signInMethods}
            hasPasskey={(account.passkeys?.length ?? 0) > 0}
          />
        </Section>
      ) : null}
      {account.passkeys ? (
        <Section
          id="passkeys"
          title="Passkeys"
          lead="Sign in with your fingerprint, face, PIN or security key instead of a password. If you use two-factor authentication, a passkey replaces both your password and the code."
        >
          <PasskeyList passkeys={account.passkeys} isEnabled={account.arePasskeysEnabled} />
        </Section>
      ) : null}
      <Section
        id="factors"
        title="Two-factor authentication"
        lead="Require a code from an authenticator app in addition to your password."
      >
        <FactorList account={account} siteName={site.name} />
      </Section>
      {hasFactor ? (
        <Section
          id="recovery-codes"
          title="Recovery codes"
          lead="Use a recovery code if you lose access to your authenticator app or passkey. Each code works once."
        >
          <RecoveryCodes existing={account.recoveryCodes} siteName={site.name} />
        </Section>
      ) : null}
      <Section
        id="devices"
        title="Devices"
        lead="Where you're signed in. If you don't recognize a device, sign it out and change your password."
      >
        <DeviceList sessions={account.sessions} />
      </Section>
      <Section
        id="sign-ins"
        title="Recent sign-ins"
        lead="Up to 20 sign-ins from the last 90 days, including failed attempts."
      >
        <RecentSignIns signIns={account.signIns} />
      </Section>
    </SettingsPage>
  );
}
