import { redirect } from "react-router";

/** Emails of earlier versions link here. */
export const loader = () => redirect("/settings/security#devices", 301);
