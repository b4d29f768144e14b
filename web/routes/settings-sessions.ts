import { redirect } from "react-router";

/** Emails sent by earlier versions link here. */
export const loader = () => redirect("/settings/security#devices", 301);
