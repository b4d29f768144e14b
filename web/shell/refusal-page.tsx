import { getErrorHeading } from "#core/messages.ts";
import type { Refusal } from "#web/operation.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Illustration } from "#web/ui/illustration.tsx";
import { ErrorMessage, NotFound } from "./error-message.tsx";

const FORUM_LINK = { to: "/forum", label: "Back to Forum" };
const BACK_LINKS: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  post_not_found: FORUM_LINK,
  comment_not_found: FORUM_LINK,
  article_not_found: { to: "/news", label: "Back to News" },
};

/** Explains why the server refused to show a page. Without a refusal, shows that the page doesn't exist. */
export default function RefusalPage({ refusal }: { readonly refusal: Refusal | undefined }) {
  if (!refusal) return <NotFound />;
  const backLink = BACK_LINKS[refusal.code];
  const { to, label } = backLink ?? { to: "/", label: "Go Back" };
  return (
    <ErrorMessage
      title={getErrorHeading(refusal.title)}
      message={refusal.message}
      illustration={backLink ? <Illustration name="search" /> : null}
    >
      <ButtonLink to={to}>{label}</ButtonLink>
    </ErrorMessage>
  );
}
