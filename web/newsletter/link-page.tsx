import { Form, useLocation, useNavigation } from "react-router";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { LetterPage } from "./letter-page.tsx";

interface LinkPageProps {
  readonly title: string;
  /** What the button does, or null where the link is good for nothing. */
  readonly offer: { readonly words: string; readonly button: string } | null;
  readonly done: { readonly title: string; readonly words: string } | null;
  /** Where a link that is not good any more leads on. */
  readonly otherwise: { readonly words: string; readonly to: string; readonly label: string };
}

/** Where a mailed link leads: following it changes nothing, the button does. */
export function LinkPage({ title, offer, done, otherwise }: LinkPageProps) {
  const { pathname, search } = useLocation();
  const busy = useNavigation().state !== "idle";
  if (done)
    return (
      <LetterPage title={done.title}>
        <p role="status">{done.words}</p>
        <ButtonLink to="/" className="justify-self-start">
          To the front page
        </ButtonLink>
      </LetterPage>
    );
  if (!offer)
    return (
      <LetterPage title={title}>
        <p>{otherwise.words}</p>
        <ButtonLink to={otherwise.to} className="justify-self-start">
          {otherwise.label}
        </ButtonLink>
      </LetterPage>
    );
  return (
    <LetterPage title={title}>
      <p className="wrap-anywhere">{offer.words}</p>
      <Form method="post" action={pathname + search} replace>
        <Button type="submit" look="primary" disabled={busy}>
          {offer.button}
        </Button>
      </Form>
    </LetterPage>
  );
}
