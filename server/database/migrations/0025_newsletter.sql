-- The newsletter: who wants it, and which issues went out.

create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 255),
  -- The member for whom the address was confirmed; nobody else's settings show it.
  user_id uuid references public.profiles on delete cascade,
  -- A member who asked with the address of the account, until the mail's link is followed.
  asked_by uuid references public.profiles on delete set null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  -- The last issue that was written to them: noted with the mail, so nobody gets one twice.
  last_week date
);
create index newsletter_subscribers_user on public.newsletter_subscribers (user_id) where user_id is not null;
create index newsletter_subscribers_asked_by on public.newsletter_subscribers (asked_by) where asked_by is not null;
create index newsletter_subscribers_waiting on public.newsletter_subscribers (asked_at) where confirmed_at is null;
-- Whom the last issues have not reached comes first, so that a batch steps over nobody whom this one has reached.
create index newsletter_subscribers_due on public.newsletter_subscribers ((coalesce(last_week, '-infinity')))
  where confirmed_at is not null;

-- One row for each week that had something to tell or not, by the Monday on which it goes out. What it tells of is read
-- when it is written to somebody: what was deleted meanwhile is not in it.
create table public.newsletter_issues (
  week date primary key,
  composed_at timestamptz not null,
  post_ids uuid[] not null default '{}',
  article_ids uuid[] not null default '{}',
  -- Letters put into the outbox so far.
  recipients integer not null default 0 check (recipients >= 0),
  finished_at timestamptz
);
