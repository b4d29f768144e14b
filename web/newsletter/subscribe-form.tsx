import { useId } from "react";
import { useFetcher } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { INPUT_CLASSES } from "#web/ui/input-classes.ts";
import { sendForm } from "#web/ui/send-form.ts";
import type { SubscribeResult } from "./handle-subscribe.ts";

/** The email field and its button. Without scripts the same page is shown again, or /newsletter with the input. */
export function SubscribeForm({ email, answer }: { email: string; answer?: SubscribeResult | undefined }) {
  const id = useId();
  const fetcher = useFetcher<SubscribeResult>();
  const { problem, email: typed = email } = fetcher.data ?? answer ?? {};
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
          defaultValue={typed}
          className={classNames(INPUT_CLASSES, "h-10 min-w-0")}
        />
        <Button type="submit" look="primary" disabled={fetcher.state !== "idle"}>
          Subscribe
        </Button>
      </div>
      <p id={id} role="status" className={classNames("mt-2 text-sm", problem ? "text-danger" : "text-muted")}>
        {problem ??
          (problem === null
            ? "Almost there: follow the link in the email we sent you."
            : "The best posts and stories, once a week.")}
      </p>
    </form>
  );
}
