-- Conversations with the AI tools, of members who chose to save them (docs/decisions/070).

-- The members whose conversations are saved.
create table public.ai_history_members (
  member_id uuid primary key references public.profiles on delete cascade,
  since timestamptz not null
);

create table public.ai_conversations (
  id uuid primary key,
  member_id uuid not null references public.profiles on delete cascade,
  tool text not null check (tool ~ '^[a-z]{1,20}$'),
  title text not null check (title <> ''),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  turn_count integer not null,
  byte_count integer not null
);
create index ai_conversations_newest on public.ai_conversations (member_id, updated_at desc, id desc);

create table public.ai_turns (
  id uuid primary key,
  conversation_id uuid not null references public.ai_conversations on delete cascade,
  asked_at timestamptz not null,
  question text not null,
  answer text not null,
  -- The rest of the answer (core/ai/export.ts), with the paths of its sources but not their titles. Not jsonb, which
  -- refuses some of the characters that source code may contain.
  details json not null,
  byte_count integer not null,
  words tsvector not null
);
create index ai_turns_in_order on public.ai_turns (conversation_id, asked_at, id);
