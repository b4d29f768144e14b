import { data } from "react-router";
import { NotFound } from "#web/shell/error-message.tsx";

export const loader = () => data(null, { status: 404 });

export function action() {
  throw data(null, { status: 405 });
}

export default NotFound;
