-- Phone numbers and text messages, the places that an account signs in from, and metadata that providers publish.

alter table auth.users
  -- The number that the account moves to once that is confirmed.
  add column new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  add column phone_change_sent_at timestamptz;

-- "sms" signs in by a number and confirms it, "phone_change" confirms a new one.
alter table auth.one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check (kind in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication', 'sms', 'phone_change'));

-- Text messages wait in the same outbox.
alter table mail.outbox add column channel text not null default 'mail' check (channel in ('mail', 'sms', 'whatsapp'));

-- Networks from which an account has signed in. There the tries of others at its password do not keep its owner out.
create table auth.known_places (
  user_id uuid not null references auth.users on delete cascade,
  -- HMAC-SHA-256 of account and network, under a key from auth.secrets: no list of where people are.
  place bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, place)
);
create index known_places_seen on auth.known_places (seen_at);

alter table auth.sso_providers
  -- Where the provider publishes its metadata; it is read again now and then.
  add column metadata_url text check (length(metadata_url) <= 4000),
  add column metadata_read_at timestamptz;
