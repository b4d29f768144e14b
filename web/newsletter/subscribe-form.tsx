import { useId } from "react";
import type { FormResult } from "#web/forms/answer-form.ts";
import { sendForm } from "#web/forms/send-form.ts";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { INPUT_CLASSES } from "#web/ui/input-classes.ts";

/** The email field and its button. Without JavaScript, the same page is shown again, or /newsletter with the input. */
export function SubscribeForm({ email, result }: { email: string; result?: FormResult | undefined }) {
  const id = useId();
  const fetcher = useFetcher<FormResult>();
  const latest = fetcher.data ?? result;
  const refusal = latest?.ok === false ? latest : undefined;
  const problem = refusal && (refusal.fields.email ?? refusal.message);
  return (
    <form method="post" action="/newsletter" noValidate onSubmit={sendForm(fetcher)}>
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
          className={classNames(INPUT_CLASSES, "h-9 min-w-0")}
        />
        <Button type="submit" variant="primary" size="sm" className="h-9" disabled={fetcher.state !== "idle"}>
          Subscribe
        </Button>
      </div>
      <p
        id={id}
        role="status"
        className={classNames("mt-1.5 text-sm", problem ? "text-danger" : "text-muted")}
      >
        {problem ??
          (latest?.ok
            ? latest.notice === "newsletter-requested"
              ? "Almost there: follow the link in the email we sent you."
              : "Almost there: this site doesn't send email yet, so ask an administrator for the link."
            : "The best posts and articles, once a week.")}
      </p>
    </form>
  );
}
