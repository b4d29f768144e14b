import { data, Form, useActionData } from "react-router";
import { operation } from "#web/operation.ts";
import { appContext } from "#web/server-context.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import type { Route } from "./+types/unsubscribe-notifications";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "No more mails of notifications",
    path: "/notifications/unsubscribe",
    index: false,
  });

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** A link may be followed by a program that only looks: it ends nothing until the button is pressed. */
export function loader({ request, context }: Route.LoaderArgs) {
  return { isGood: context.get(appContext).notifications.isUnsubscribeToken(tokenOf(request)) };
}

/** The button, and the one click of a mail program (RFC 8058), which comes without a session. */
export async function action({ request, context }: Route.ActionArgs) {
  const isDone = await operation(context, (app) => app.notifications.unsubscribe(tokenOf(request)));
  return data({ isDone }, { status: isDone ? 200 : 404 });
}

export default function UnsubscribeNotifications({ loaderData }: Route.ComponentProps) {
  const isDone = useActionData<typeof action>()?.isDone;
  return (
    <div className="mx-auto max-w-md rounded-lg border border-line bg-surface p-6 text-center sm:p-8">
      {isDone ? (
        <div role="status">
          <h1 className="text-xl">No more mails</h1>
          <p className="mt-2 text-muted">
            What happens is told on the site alone from now on. Mails about your account itself still come.
          </p>
        </div>
      ) : loaderData.isGood ? (
        <>
          <h1 className="text-xl">No more mails of notifications?</h1>
          <p className="mt-2 text-muted">
            You will still be told of answers and mentions on the site, and you can choose otherwise at any
            time.
          </p>
          <Form method="post" className="mt-5">
            <Button type="submit" look="primary">
              Send me no more
            </Button>
          </Form>
        </>
      ) : (
        <>
          <h1 className="text-xl">This link is incomplete</h1>
          <p className="mt-2 text-muted">
            Follow the link in the mail once more, or choose in your settings what is mailed.
          </p>
        </>
      )}
      <p className="mt-5">
        <ButtonLink to="/settings/notifications" look="quiet" size="sm">
          Choose what is told
        </ButtonLink>
      </p>
    </div>
  );
}
