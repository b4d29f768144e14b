import { Form, useLocation, useNavigation } from "react-router";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CardPage } from "./card-page.tsx";

/** What there is to say, and where it leads on. */
interface Ending {
  /** Another than the page's. */
  readonly title?: string;
  readonly words: string;
  readonly to: string;
  readonly label: string;
}

interface MailedLinkPageProps {
  readonly title: string;
  /** What the button does, or null where there is nothing to do by this link. */
  readonly offer: { readonly words: string; readonly button: string } | null;
  /** Once the button was pressed. */
  readonly done: Ending | null;
  /** Where there is no offer. */
  readonly otherwise: Ending;
}

/** Where a mailed link leads: following it changes nothing, since programs that read mails follow all; the button does. */
export function MailedLinkPage({ title, offer, done, otherwise }: MailedLinkPageProps) {
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
