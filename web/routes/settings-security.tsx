import { useRouteLoaderData } from "react-router";
import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { answerSettings, getClientInfo } from "#web/settings/answer-settings.ts";
import { EmailForm } from "#web/settings/email-form.tsx";
import { FactorList } from "#web/settings/factor-list.tsx";
import { PasswordForm } from "#web/settings/password-form.tsx";
import { RecoveryCodes } from "#web/settings/recovery-codes.tsx";
import { sendSettings } from "#web/settings/send-settings.ts";
import { SettingsPage, SettingsSection } from "#web/settings/settings-page.tsx";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { textField } from "#web/shell/text-field.ts";
import type { Route } from "./+types/settings-security";

const PATH = "/settings/security";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Sign-in settings", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, (app, viewer) => app.auth.own.describe(viewer)),
  );
}

/** Without JavaScript; otherwise the auth client changes email and password. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const text = (name: string) => textField(form, name);
  const from = getClientInfo(context);
  const answer = (
    notice: Parameters<typeof answerSettings>[3]["notice"],
    run: Parameters<typeof answerSettings>[3]["run"],
  ) => answerSettings(context, request, form, { notice, to: PATH, run });

  switch (form.get("intent")) {
    case "resend-email":
      return answer("address-change-resent", (app, viewer) => app.auth.own.resendEmailChange(viewer, from));
    case "cancel-email":
      return answer("address-change-cancelled", (app, viewer) => app.auth.own.cancelEmailChange(viewer));
    case "mail-password-code":
      return answer("code-mailed", (app, viewer) => app.auth.own.sendPasswordCode(viewer, from));
    case "rename-factor":
      return answer("factor-renamed", (app, viewer) =>
        app.auth.own.renameFactor(viewer, text("factorId"), text("name")),
      );
    case "password":
      return answer("password-renewed", (app, viewer) =>
        app.auth.own.change(
          viewer,
          {
            password: text("password"),
            currentPassword: text("currentPassword"),
            nonce: text("code").replace(/\s/g, ""),
          },
          from,
        ),
      );
    default:
      return answer("address-change-asked", (app, viewer) =>
        app.auth.own.change(viewer, { email: text("email") }, from),
      );
  }
}

export const clientAction = (args: Route.ClientActionArgs) => sendSettings(args);

export default function SettingsSecurity({ loaderData: account, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const answer = actionData ?? undefined;
  if (!account) return <GuardLoading />;

  const memberId = site.viewer?.id ?? "";
  const hasFactor = account.factors.some(({ isVerified }) => isVerified);
  return (
    <SettingsPage title="Sign-in">
      <SettingsSection id="address" title="Email">
        <EmailForm memberId={memberId} account={account} answer={answer} />
      </SettingsSection>
      <SettingsSection id="password" title="Password">
        {account.isSsoUser ? (
          <p className="text-sm text-muted">
            You sign in through your organization, so you have no password here.
          </p>
        ) : (
          <PasswordForm username={site.viewer?.username ?? ""} account={account} answer={answer} />
        )}
      </SettingsSection>
      <SettingsSection
        id="factors"
        title="Two-factor authentication"
        lead="After your password, you enter a code from an app on your phone. Your password alone isn't enough to sign in."
      >
        <FactorList account={account} siteName={site.name} answer={answer} />
      </SettingsSection>
      {hasFactor ? (
        <SettingsSection
          id="recovery-codes"
          title="Recovery codes"
          lead="Each works once instead of a code from your authenticator app, for example if you lose your phone."
        >
          <RecoveryCodes left={account.recoveryCodes} siteName={site.name} />
        </SettingsSection>
      ) : null}
    </SettingsPage>
  );
}
