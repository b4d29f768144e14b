import type { FormEvent } from "react";
import type { OwnSession } from "#core/accounts/own-account.ts";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { AccountForm, AccountProblem, SECURITY_PATH } from "./account-form.tsx";

const MOBILE_DEVICE = /Android|iPhone|iPad/;

export function DeviceList({ sessions }: { sessions: readonly OwnSession[] }) {
  const otherCount = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="divide-y divide-line rounded-md border border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 sm:p-4">
            <Icon
              name={MOBILE_DEVICE.test(session.device) ? "smartphone" : "laptop"}
              size={18}
              className="text-muted"
            />
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold">
                {session.device}
                {session.isCurrent ? (
                  <span className="ms-2 rounded-full bg-accent-soft px-2 py-0.5 text-xs text-accent">
                    This device
                  </span>
                ) : null}
              </p>
              <p className="text-sm text-muted">
                {session.location ? `${session.location} · ` : null}
                {session.isCurrent ? (
                  "active now"
                ) : (
                  <>
                    last active <RelativeTime time={session.lastSeenAt} format="detail" />
                  </>
                )}{" "}
                · signed in <DayTime time={session.startedAt} />
              </p>
            </div>
            {session.isCurrent ? null : (
              <ActionForm action={SECURITY_PATH} intent="end-session" className="grid gap-2">
                <input type="hidden" name="sessionId" value={session.id} />
                <SubmitButton label="Sign out" size="sm" aria-label={`Sign out ${session.device}`} />
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      {otherCount > 0 ? <SignOutOthers /> : null}
    </div>
  );
}

/** Signs out all other devices: with JavaScript through the auth client, otherwise with the form. */
function SignOutOthers() {
  const state = useAccountForm("end-others");

  function submit(event: FormEvent) {
    event.preventDefault();
    void state.run(
      async (client) => ({ data: true, ...(await client.signOut({ scope: "others" })) }),
      "sessions-ended",
    );
  }

  return (
    <AccountForm state={state} onSubmit={submit} className="grid justify-items-start gap-3">
      <AccountProblem state={state} />
      <SubmitButton label="Sign out everywhere else" icon="log-out" variant="danger" />
    </AccountForm>
  );
}
