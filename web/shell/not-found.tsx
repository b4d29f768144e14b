import { ButtonLink } from "#web/ui/button.tsx";

export function NotFound() {
  return (
    <div className="mx-auto max-w-lg py-16 text-center md:py-24">
      <title>Page not found</title>
      <p className="figures text-3xl font-bold text-faint">404</p>
      <h1 className="mt-2 text-2xl">Oops! Page not found</h1>
      <p className="mt-3 text-muted">
        There's nothing at this address. The page may have moved or never existed.
      </p>
      <ButtonLink to="/" className="mt-6">
        Return to Home
      </ButtonLink>
    </div>
  );
}
