import { data, redirect } from "react-router";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/wallet-note";

/** Adds the wallet address to the member's profile. An empty address removes it. */
export async function action({ context }: Route.ActionArgs) {
  const address = getForm(context).get("address");
  const result = await attempt(context, (app, viewer) =>
    app.profiles.changeWalletNote(viewer, address === "" ? null : String(address)),
  );
  return result.ok ? { refusal: null } : data({ refusal: result.refusal }, { status: result.status });
}

export function loader() {
  return redirect("/wallet");
}
