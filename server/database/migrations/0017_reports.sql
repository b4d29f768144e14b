-- Reports of members on posts, comments and profiles, and how administrators decided them.

-- What was reported: one row for all the reports on a thing that wait, and one for each time that such were decided.
create table public.report_groups (
  id uuid primary key default gen_random_uuid(),
  thing_kind text not null check (thing_kind in ('post', 'comment', 'profile')),
  -- No foreign key: a group outlives what it is about.
  thing_id uuid not null,
  author_id uuid references public.profiles on delete set null,
  -- A post's title, of a comment its post's, a member's name; as it was.
  thing_name text not null check (char_length(thing_name) <= 200),
  -- What stood there when it was first reported, so that an edit hides nothing.
  words text not null default '' check (char_length(words) <= 6000),
  -- Always what the rows of reports say.
  report_count integer not null default 1 check (report_count > 0),
  first_reported_at timestamptz not null,
  last_reported_at timestamptz not null,
  action text check (action in ('dismiss', 'edit', 'remove', 'warn', 'suspend')),
  also_removed boolean not null default false,
  conclusion text check (char_length(conclusion) between 1 and 500),
  decided_at timestamptz,
  -- Not a foreign key, like the audit log's.
  decided_by uuid,
  decided_by_name text,
  check (num_nulls(action, conclusion, decided_at, decided_by, decided_by_name) in (0, 5))
);
create unique index report_groups_open on public.report_groups (thing_kind, thing_id) where decided_at is null;
create index report_groups_newest on public.report_groups (last_reported_at desc, id desc) where decided_at is null;
create index report_groups_most on public.report_groups (report_count desc, last_reported_at desc, id desc)
  where decided_at is null;
create index report_groups_decided on public.report_groups (decided_at desc, id desc) where decided_at is not null;
create index report_groups_thing on public.report_groups (thing_kind, thing_id, decided_at desc);
create index report_groups_author on public.report_groups (author_id) where author_id is not null;

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references public.report_groups on delete cascade,
  thing_kind text not null check (thing_kind in ('post', 'comment', 'profile')),
  thing_id uuid not null,
  reporter_id uuid references public.profiles on delete set null,
  reason text not null check (reason in ('spam', 'harassment', 'misinformation', 'other')),
  text text not null default '' check (char_length(text) <= 500 and (reason <> 'other' or text <> '')),
  created_at timestamptz not null default now(),
  -- Once per thing and person.
  unique (thing_kind, thing_id, reporter_id)
);
create index reports_group on public.reports (group_id, created_at desc, id desc);
create index reports_reporter on public.reports (reporter_id) where reporter_id is not null;
