-- Accounts whose deletion has begun. The row is there from the moment that the account is closed, so that whatever is
-- killed in between is gone on with; it stays where writing stays, as the sign that nobody is behind the account.
create table auth.departures (
  user_id uuid primary key references auth.users on delete cascade,
  began_at timestamptz not null,
  -- When a program last took it on; another may a few minutes later.
  tried_at timestamptz,
  finished_at timestamptz
);
create index departures_waiting on auth.departures (began_at) where finished_at is null;
