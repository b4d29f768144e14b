import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Follows mailed links to their end. What does it is loaded for such an address alone. */
export function useAuthLanding(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!/[?&](code|error_description)=/.test(location.search)) return;
    void (async () => {
      const { land } = await import("./auth-landing.ts");
      if (await land()) await revalidate();
    })();
  }, [revalidate]);
}
