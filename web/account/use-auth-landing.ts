import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { takeLanding } from "./landing-address.ts";

/** What an emailed link leads to, whatever page of the site it names, is said by /auth/landing. */
const LANDED = /[?#&](code|access_token|error_code|message)=/;

/** Sends people who come by an emailed link on to the landing page; what the address brought is out of it by then. */
export function useAuthLanding(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!LANDED.test(search + hash) || pathname === "/auth/landing") return;
    const rest = takeLanding(pathname, { search, hash });
    void navigate(`/auth/landing${rest}`, { replace: true });
  }, [pathname, search, hash, navigate]);
}
