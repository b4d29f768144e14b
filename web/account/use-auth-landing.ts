import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** What a mailed link leads to, whatever page of the site it names, is said by /auth/landing. */
const LANDED = /[?#&](code|access_token|error_code|message)=/;

/** Sends who comes by a mailed link on, with all that the address brought. */
export function useAuthLanding(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (LANDED.test(search + hash) && pathname !== "/auth/landing")
      void navigate(`/auth/landing${search}${hash}`, { replace: true });
  }, [pathname, search, hash, navigate]);
}
