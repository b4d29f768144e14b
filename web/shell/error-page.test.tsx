import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { BUG, INVALID_REQUEST } from "#core/messages.ts";
import { ErrorPage } from "./error-page.tsx";

test.each([
  ["a form with an unknown intent", new ErrorResponse(400, "", "refused"), INVALID_REQUEST],
  ["a form sent to a page without forms", new ErrorResponse(405, "", null), INVALID_REQUEST],
  [
    "a request that the edge refused",
    new ErrorResponse(429, "", '{"error":{"code":"too_many_requests","message":"Slow down."}}'),
    { title: INVALID_REQUEST.title, message: "Slow down." },
  ],
  [
    "a request that a proxy refused as too large",
    new ErrorResponse(413, "", "<html>"),
    { title: INVALID_REQUEST.title, message: "Your request is too large." },
  ],
  ["a server error", new ErrorResponse(500, "", null), BUG],
  ["a bug", new Error("secret"), BUG],
])("the error page says whose fault it is: %s", (_, error, { title, message }) => {
  const Page = createRoutesStub([{ path: "/create", Component: () => <ErrorPage error={error} /> }]);
  const html = renderToStaticMarkup(<Page initialEntries={["/create"]} />).replaceAll("&#x27;", "'");
  expect(html).toContain(title);
  expect(html).toContain(message);
});
