import { Form, useLocation, useNavigation } from "react-router";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CardPage } from "./card-page.tsx";

/** A message with a link to continue. */
interface Ending {
  /** Replaces the page's title. */
  readonly title?: string;
  readonly words: string;
  readonly to: string;
  readonly label: string;
}

interface EmailedLinkPageProps {
  readonly title: string;
  /** What the button does; null if the link is invalid. */
  readonly offer: { readonly words: string; readonly button: string } | null;
  /** Shown after submitting. */
  readonly done: Ending | null;
  /** Shown without an offer. */
  readonly otherwise: Ending;
}

/**
 * The page of an emailed link. Opening it changes nothing, because email scanners open all links; only the
 * button does.
 */
export function EmailedLinkPage({ title, offer, done, otherwise }: EmailedLinkPageProps) {
  const { pathname, search } = useLocation();
  const busy = useNavigation().state !== "idle";
  if (done || !offer) {
    const { title: heading = title, words, to, label } = done ?? otherwise;
    return (
      <CardPage title={heading}>
        <p role={done ? "status" : undefined} className="wrap-anywhere text-muted">
          {words}
        </p>
        <ButtonLink to={to} className="mt-5">
          {label}
        </ButtonLink>
      </CardPage>
    );
  }
  return (
    <CardPage title={title}>
      <p className="wrap-anywhere text-muted">{offer.words}</p>
      <Form method="post" action={pathname + search} replace className="mt-5">
        <Button type="submit" look="primary" disabled={busy}>
          {offer.button}
        </Button>
      </Form>
    </CardPage>
  );
}
