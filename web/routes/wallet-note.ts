import { data, redirect } from "react-router";
import { attempt } from "#web/operation.ts";
import type { Route } from "./+types/wallet-note";

/** Shows a connected address on the member's profile; an empty one takes it away. */
export async function action({ request, context }: Route.ActionArgs) {
  const address = (await request.formData()).get("address");
  const result = await attempt(context, (app, viewer) =>
    app.profiles.changeWalletNote(viewer, address === "" ? null : String(address)),
  );
  return result.ok ? { refusal: null } : data({ refusal: result.refusal }, { status: result.status });
}

export function loader() {
  return redirect("/wallet");
}
