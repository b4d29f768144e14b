import type { OwnSubscription } from "#core/newsletter/types.ts";
import type { SettingsAnswer } from "#web/settings/answer-settings.ts";
import { SettingsForm } from "#web/settings/settings-form.tsx";
import { Button } from "#web/ui/button.tsx";

export const SUBSCRIBE = "subscribe-newsletter";
export const UNSUBSCRIBE = "end-newsletter";

interface OwnSubscriptionFormProps {
  readonly action: string;
  readonly subscription: OwnSubscription;
  readonly answer: SettingsAnswer | undefined;
}

/** The member's own subscription with a button to change it. */
export function OwnSubscriptionForm({ action, subscription, answer }: OwnSubscriptionFormProps) {
  const { state } = subscription;
  const intent = state === "none" ? SUBSCRIBE : UNSUBSCRIBE;
  return (
    <SettingsForm key={intent} action={action} intent={intent} answer={answer}>
      {({ busy }) => (
        <>
          <p className="wrap-anywhere">
            {state === "none"
              ? "You're not subscribed."
              : state === "waiting"
                ? `We sent an email to ${subscription.email}. Follow the link in it to subscribe.`
                : `The newsletter goes to ${subscription.email}.`}
          </p>
          <Button
            type="submit"
            look={state === "none" ? "primary" : "secondary"}
            disabled={busy}
            className="justify-self-start"
          >
            {state === "none" ? "Subscribe" : state === "waiting" ? "Cancel request" : "Unsubscribe"}
          </Button>
        </>
      )}
    </SettingsForm>
  );
}
