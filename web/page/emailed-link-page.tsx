import { useLocation, useNavigation } from "react-router";
import { Form } from "#web/router/form.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CardPage } from "./card-page.tsx";

interface Outcome {
  /** Replaces the page's title. */
  readonly title?: string;
  readonly text: string;
  readonly to: string;
  readonly label: string;
}

interface EmailedLinkPageProps {
  readonly title: string;
  /** What the button does; null if the link is invalid. */
  readonly offer: { readonly text: string; readonly button: string } | null;
  readonly success: Outcome;
  readonly invalidLink: Outcome;
  /** The result of pressing the button. */
  readonly result: { readonly ok: true } | { readonly ok: false; readonly message: string } | undefined;
}

/** The page that an emailed link opens. Only its button changes anything, because email scanners open every link. */
export function EmailedLinkPage({ title, offer, success, invalidLink, result }: EmailedLinkPageProps) {
  const { pathname, search } = useLocation();
  const busy = useNavigation().state !== "idle";
  if (result?.ok || !offer) {
    const { title: heading = title, text, to, label } = result?.ok ? success : invalidLink;
    return (
      <CardPage title={heading}>
        <p role={result?.ok ? "status" : undefined} className="wrap-anywhere text-muted">
          {text}
        </p>
        <ButtonLink to={to} className="mt-5">
          {label}
        </ButtonLink>
      </CardPage>
    );
  }
  return (
    <CardPage title={title}>
      <p className="wrap-anywhere text-muted">{offer.text}</p>
      <Form method="post" action={pathname + search} replace className="mt-5">
        <Button type="submit" variant="primary" busy={busy}>
          {offer.button}
        </Button>
        {result ? (
          <p role="alert" className="mt-3 text-sm text-danger">
            {result.message}
          </p>
        ) : null}
      </Form>
    </CardPage>
  );
}
