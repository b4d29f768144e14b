-- Sign in with Ethereum (docs/decisions/076).

-- Messages that wallets have signed in with, until they expire: each works once. The digest is of the message's nonce
-- if we issued it, otherwise of the message.
create table auth.used_wallet_messages (
  digest bytea primary key,
  expires_at timestamptz not null
);
create index used_wallet_messages_expires on auth.used_wallet_messages (expires_at);
