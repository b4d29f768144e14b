import type { OwnSubscription } from "#core/newsletter/types.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";

export const SUBSCRIBE = "subscribe-newsletter";
export const UNSUBSCRIBE = "end-newsletter";

interface OwnSubscriptionFormProps {
  readonly action: string;
  readonly subscription: OwnSubscription;
  readonly isEmailConfigured: boolean;
}

/** The member's own subscription, with a button to change it. */
export function OwnSubscriptionForm({ action, subscription, isEmailConfigured }: OwnSubscriptionFormProps) {
  const { state } = subscription;
  const intent = state === "none" ? SUBSCRIBE : UNSUBSCRIBE;
  return (
    <ActionForm key={intent} action={action} intent={intent}>
      <p className="wrap-anywhere">
        {state === "none"
          ? "You're not subscribed."
          : state === "pending"
            ? isEmailConfigured
              ? `We sent an email to ${subscription.email}. Follow the link in it to subscribe.`
              : `This site doesn't send email yet. Ask an administrator for the link to confirm ${subscription.email}.`
            : `The newsletter goes to ${subscription.email}.`}
      </p>
      <SubmitButton
        label={state === "none" ? "Subscribe" : state === "pending" ? "Cancel request" : "Unsubscribe"}
        variant={state === "none" ? "primary" : "secondary"}
      />
    </ActionForm>
  );
}
