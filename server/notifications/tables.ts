export const TABLES = [
  "public.notification_emails",
  "public.notification_preferences",
  "public.notifications",
];
