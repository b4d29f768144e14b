export const TABLES = ["public.newsletter_issues", "public.newsletter_subscribers"];
