import { formatCount } from "#core/format-count.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Section } from "#web/ui/section.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { MemberFormProps } from "./edit-forms.tsx";
import { ReasonField } from "./reason-field.tsx";

const MOBILE_DEVICE = /Android|iPhone|iPad/;

export function AccessSection({ member, isSelf }: MemberFormProps & { readonly isSelf: boolean }) {
  const { sessions, isTwoFactorOn } = member;
  return (
    <Section id="access" title="Sessions and two-factor authentication">
      <div className="grid grid-cols-1 gap-5">
        {sessions.length === 0 ? (
          <p className="text-sm text-muted">Not signed in anywhere.</p>
        ) : (
          <ul className="divide-y divide-line rounded-md border border-line">
            {sessions.map((session) => (
              <li key={session.id} className="flex items-start gap-3 p-3">
                <Icon
                  name={MOBILE_DEVICE.test(session.device) ? "smartphone" : "laptop"}
                  size={18}
                  className="mt-0.5 shrink-0 text-muted"
                />
                <div className="min-w-0 text-sm">
                  <p className="font-semibold">{session.device}</p>
                  <p className="wrap-anywhere text-muted">
                    {session.address ? `${session.address} · ` : null}
                    Active <RelativeTime time={session.lastSeenAt} format="detail" /> · signed in{" "}
                    <DayTime time={session.startedAt} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {isSelf || sessions.length === 0 ? null : (
          <AdminForm intent="sign-out" anchor="access">
            <ReasonField />
            <SubmitButton label="Sign out everywhere" busyLabel="Signing out..." icon="log-out" />
          </AdminForm>
        )}
        <div className="grid grid-cols-1 gap-4 border-t border-line pt-4">
          <p className="text-sm text-muted">
            {isTwoFactorOn
              ? `Two-factor authentication is on, with ${describeFactors(member)}.`
              : "Two-factor authentication is off."}
          </p>
          {isSelf || !isTwoFactorOn ? null : (
            <AdminForm intent="reset-factors" anchor="access">
              <ReasonField />
              <SubmitButton
                label="Turn off two-factor authentication"
                busyLabel="Turning off..."
                variant="danger"
              />
            </AdminForm>
          )}
        </div>
      </div>
    </Section>
  );
}

function describeFactors({ authenticatorAppCount, passkeyCount }: MemberFormProps["member"]): string {
  const apps = authenticatorAppCount > 0 ? [formatCount(authenticatorAppCount, "authenticator app")] : [];
  const passkeys = passkeyCount > 0 ? [formatCount(passkeyCount, "passkey")] : [];
  return [...apps, ...passkeys].join(" and ");
}
