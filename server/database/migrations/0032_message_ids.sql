-- The Message-ID of an email. Its row number would tell recipients how many emails were sent in between.
alter table email.outbox add column message_id uuid not null default gen_random_uuid();
