import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { captureLanding } from "./landing-url.ts";

const LANDING_PARAM = /[?#&](code|access_token|error_code|message)=/;

/** Redirects emailed links that lead to any other page to /auth/landing, and removes their parameters from the URL. */
export function useAuthLanding(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!LANDING_PARAM.test(search + hash) || pathname === "/auth/landing") return;
    const remainingQuery = captureLanding(pathname, { search, hash });
    void navigate(`/auth/landing${remainingQuery}`, { replace: true });
  }, [pathname, search, hash, navigate]);
}
