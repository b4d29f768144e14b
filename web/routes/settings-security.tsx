import { useRouteLoaderData } from "react-router";
import type { AccountOverview } from "#core/accounts/own-account.ts";
import { getEmailNotice } from "#core/notices.ts";
import { getClientInfo, handleSettingsForm } from "#web/forms/handle-settings.ts";
import { sendSettings } from "#web/forms/send-settings.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import type { SiteData } from "#web/page/site-data.ts";
import { appContext, getForm } from "#web/server-context.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/session/guard.tsx";
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

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Security settings", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async (app, viewer) => ({
      ...(await app.auth.account.describe(viewer)),
      sessions: await app.auth.account.listSessions(viewer),
      signIns: await app.auth.account.listSignIns(viewer),
      arePasskeysEnabled: (await app.auth.describe()).passkeys !== "off",
      isEmailConfigured: app.mailer.isEmailConfigured,
    })),
  );
}

/** Without JavaScript; otherwise the auth client changes email and password. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const text = (name: string) => getTextField(form, name);
  const client = getClientInfo(context);
  const { isEmailConfigured } = context.get(appContext).mailer;
  const handle = (
    notice: Parameters<typeof handleSettingsForm>[3]["notice"],
    run: Parameters<typeof handleSettingsForm>[3]["run"],
  ) => handleSettingsForm(context, request, form, { notice, to: PATH, run });

  switch (form.get("intent")) {
    case "resend-email":
      return handle(getEmailNotice("email-change-resent", isEmailConfigured), (app, viewer) =>
        app.auth.account.resendEmailChange(viewer, client),
      );
    case "cancel-email":
      return handle("email-change-canceled", (app, viewer) => app.auth.account.cancelEmailChange(viewer));
    case "phone":
      return handleSettingsForm(context, request, form, {
        to: PATH,
        notice: ({ phone }: AccountOverview) => (phone?.newNumber ? "phone-code-sent" : "phone-changed"),
        async run(app, viewer) {
          await app.auth.account.change(viewer, { phone: text("phone") }, client);
          return app.auth.account.describe(viewer);
        },
      });
    case "phone-code":
      return handle("phone-changed", (app, viewer) =>
        app.auth.account.confirmPhone(viewer, text("code"), client),
      );
    case "resend-phone":
      return handle("phone-code-sent", (app, viewer) => app.auth.account.resendPhoneCode(viewer, client));
    case "cancel-phone":
      return handle("phone-change-canceled", (app, viewer) => app.auth.account.cancelPhoneChange(viewer));
    case "send-password-code":
      return handle("code-sent", (app, viewer) => app.auth.account.sendPasswordCode(viewer, client));
    case "rename-factor":
      return handle("factor-renamed", (app, viewer) =>
        app.auth.account.renameFactor(viewer, text("factorId"), text("name")),
      );
    case "rename-passkey":
      return handle("passkey-renamed", (app, viewer) =>
        app.auth.account.renamePasskey(viewer, text("passkeyId"), text("name")),
      );
    case "remove-passkey":
      return handle("passkey-removed", (app, viewer) =>
        app.auth.account.removePasskey(viewer, text("passkeyId")),
      );
    case "unlink":
      return handle("method-unlinked", (app, viewer) =>
        app.auth.account.unlinkIdentity(viewer, text("identityId")),
      );
    case "end-session":
      return handle("session-ended", (app, viewer) => app.auth.account.endSession(viewer, text("sessionId")));
    case "end-others":
      return handle("sessions-ended", (app, viewer) => app.auth.account.endOtherSessions(viewer));
    case "password":
      return handle("password-changed", (app, viewer) =>
        app.auth.account.change(
          viewer,
          {
            password: text("password"),
            currentPassword: text("currentPassword"),
            nonce: text("code").replace(/\s/g, ""),
          },
          client,
        ),
      );
    case "email":
      return handle(getEmailNotice("email-change-requested", isEmailConfigured), (app, viewer) =>
        app.auth.account.change(viewer, { email: text("email") }, client),
      );
    default:
      throw new Response("Unknown action", { status: 400 });
  }
}

export const clientAction = (args: Route.ClientActionArgs) => sendSettings(args);

export default function SettingsSecurity({ loaderData: account, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const result = actionData ?? undefined;
  if (!account) return <GuardLoading />;

  const memberId = site.viewer?.id ?? "";
  const hasFactor =
    account.factors.some(({ isVerified }) => isVerified) ||
    account.passkeys?.some(({ isFactor }) => isFactor);
  return (
    <SettingsPage title="Security">
      <Section id="address" title="Email">
        <EmailForm memberId={memberId} account={account} result={result} />
      </Section>
      {account.phone ? (
        <Section id="phone" title="Phone number" lead="Sign in with a code that we text to this number.">
          <PhoneForm phone={account.phone} result={result} />
        </Section>
      ) : null}
      <Section id="password" title="Password">
        {account.isSsoUser ? (
          <p className="text-sm text-muted">
            You sign in through your organization, so you have no password here.
          </p>
        ) : (
          <PasswordForm username={site.viewer?.username ?? ""} account={account} result={result} />
        )}
      </Section>
      {account.signInMethods ? (
        <Section
          id="methods"
          title="Sign-in methods"
          lead="The ways to sign in to your account. Link another one to sign in with it too."
        >
          <SignInMethodList methods={account.signInMethods} result={result} />
        </Section>
      ) : null}
      {account.passkeys ? (
        <Section
          id="passkeys"
          title="Passkeys"
          lead="Sign in with your fingerprint, face, PIN or security key instead of a password. With two-factor authentication, it also replaces the code after your password."
        >
          <PasskeyList passkeys={account.passkeys} isEnabled={account.arePasskeysEnabled} result={result} />
        </Section>
      ) : null}
      <Section
        id="factors"
        title="Two-factor authentication"
        lead="Require a code from an authenticator app in addition to your password."
      >
        <FactorList account={account} siteName={site.name} result={result} />
      </Section>
      {hasFactor ? (
        <Section
          id="recovery-codes"
          title="Recovery codes"
          lead="Use a recovery code if you lose access to your authenticator app. Each code works once."
        >
          <RecoveryCodes existing={account.recoveryCodes} siteName={site.name} />
        </Section>
      ) : null}
      <Section
        id="devices"
        title="Devices"
        lead="Where you're signed in. If you don't recognize a device, sign it out and change your password."
      >
        <DeviceList sessions={account.sessions} result={result} />
      </Section>
      <Section
        id="sign-ins"
        title="Recent sign-ins"
        lead="The latest 20 sign-ins of the last 90 days, including refused attempts."
      >
        <RecentSignIns signIns={account.signIns} />
      </Section>
    </SettingsPage>
  );
}
