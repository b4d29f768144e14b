-- Accounts whose deletion has begun. The row is there from the moment that the account is closed until the account's own
-- row goes, so that whatever is killed in between is gone on with. docs/decisions/028.
create table auth.departures (
  user_id uuid primary key references auth.users on delete cascade,
  began_at timestamptz not null,
  -- When a program last took it on; another may a few minutes later.
  tried_at timestamptz
);
