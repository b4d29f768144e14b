-- How often the AI tools were asked, for the administrator: counts alone, nothing of what was asked or answered.

create table public.ai_runs (
  -- In UTC.
  day date not null,
  tool text not null check (tool ~ '^[a-z]{1,20}$'),
  -- The model that spoke or was asked last; "analyst" for our own.
  answered_by text not null check (char_length(answered_by) between 1 and 200),
  -- done: to its end. stopped: the asker went away. broken: after it had begun. failed: before. refused: over a limit.
  outcome text not null check (outcome in ('done', 'stopped', 'broken', 'failed', 'refused')),
  runs bigint not null default 1 check (runs > 0),
  primary key (day, tool, answered_by, outcome)
);
