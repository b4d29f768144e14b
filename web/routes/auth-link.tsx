import { redirect } from "react-router";
import { UseLink } from "#web/account/use-link.tsx";
import { pageMeta } from "#web/page/page-meta.ts";
import type { Route } from "./+types/auth-link";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Continue sign-in", path: "/auth/link", index: false });

export function loader({ url }: Route.LoaderArgs) {
  const getParam = (name: string) => url.searchParams.get(name) ?? "";
  const link = { token: getParam("token"), type: getParam("type"), redirectTo: getParam("redirect_to") };
  if (link.token === "" || link.type === "") throw redirect("/auth/landing");
  return link;
}

export default function AuthLink({ loaderData }: Route.ComponentProps) {
  return <UseLink {...loaderData} />;
}
