-- Sign-in with providers, over OpenID Connect and OAuth 2 (docs/decisions/072).

-- Sign-ins that a browser has started at a provider and not finished yet.
create table auth.oauth_flows (
  -- SHA-256 of the state parameter.
  state_hash bytea primary key,
  -- SHA-256 of the cookie of the browser that started it.
  browser_hash bytea not null,
  provider text not null,
  redirect_to text not null,
  -- For a client that completes the flow itself (PKCE).
  flow_id uuid references auth.flow_states on delete cascade,
  -- The session that links the identity to its account, instead of signing in.
  session_id uuid references auth.sessions on delete cascade,
  -- Whether the browser is sent back with a session. Our own settings page needs none.
  returns_session boolean not null default true,
  created_at timestamptz not null
);
create index oauth_flows_created on auth.oauth_flows (created_at);
create index oauth_flows_flow on auth.oauth_flows (flow_id) where flow_id is not null;
create index oauth_flows_session on auth.oauth_flows (session_id) where session_id is not null;

-- ID tokens that clients have signed in with, until they expire: each works once.
create table auth.used_id_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_id_tokens_expires on auth.used_id_tokens (expires_at);
