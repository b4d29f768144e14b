import { ButtonLink } from "#web/ui/button.tsx";
import { Illustration } from "#web/ui/illustration.tsx";
import { ErrorTitle } from "./error-message.tsx";

export function NotFound() {
  return (
    <div className="mx-auto max-w-lg py-16 text-center md:py-24">
      <ErrorTitle title="Page not found" />
      <Illustration name="search" />
      <p className="figures mt-4 text-3xl font-bold text-faint">404</p>
      <h1 className="mt-2 text-2xl">Oops! Page not found</h1>
      <p className="mt-3 text-muted">This page doesn't exist or has moved.</p>
      <ButtonLink to="/" className="mt-6">
        Return to Home
      </ButtonLink>
    </div>
  );
}
