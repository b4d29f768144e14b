import { useId } from "react";
import type { FormResult } from "#web/forms/answer-form.ts";
import { useForm } from "#web/forms/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";

/** The email field and its button. Without JavaScript, /newsletter shows errors, with the email address as typed. */
export function SubscribeForm({ email, result }: { email: string; result?: FormResult | undefined }) {
  const id = useId();
  const { response, busy, submit } = useForm<FormResult>({ action: "/newsletter" });
  const latestResult = response ?? result;
  const refusal = latestResult?.ok === false ? latestResult : undefined;
  const problem = refusal && (refusal.fieldErrors.email ?? refusal.message);
  return (
    <form method="post" action="/newsletter" noValidate onSubmit={submit}>
      <div className="flex gap-2">
        <input
          type="email"
          name="email"
          autoComplete="email"
          placeholder="Your email address"
          aria-label="Your email address"
          aria-invalid={problem ? true : undefined}
          aria-describedby={id}
          defaultValue={refusal?.input.email ?? email}
          className="input h-9 min-w-0"
        />
        <Button type="submit" variant="primary" size="sm" className="h-9" busy={busy}>
          Subscribe
        </Button>
      </div>
      <p
        id={id}
        role="status"
        className={classNames("mt-1.5 text-sm", problem ? "text-danger" : "text-muted")}
      >
        {problem ??
          (latestResult?.ok
            ? latestResult.notice === "newsletter-requested"
              ? "Almost there: follow the link in the email we sent you."
              : "Almost there: this site doesn't send email yet, so ask an administrator for the link."
            : "The best posts and articles, once a week.")}
      </p>
    </form>
  );
}
