-- Tables, columns, functions and values get the names used in the sources (docs/decisions/060). No data is lost.

alter schema mail rename to email;

alter table auth.departures rename to account_deletions;
alter table auth.account_deletions rename tried_at to attempted_at;
alter table auth.account_deletions rename takes_content to deletes_content;
alter table auth.known_places rename to known_devices;
alter table auth.known_devices rename place to fingerprint;
alter table auth.mail_spacing rename to message_spacing;
alter table auth.message_spacing rename asked_at to requested_at;
alter table auth.one_time_tokens rename wrong_tries to wrong_attempts;
alter table auth.users rename email_change_half to email_change_confirmed_side;

alter table public.activity_added rename to activity_pending;
alter table public.audit_log rename act to action;
alter table public.audit_log rename why to reason;
alter table public.audit_log rename thing_kind to target_kind;
alter table public.audit_log rename thing_id to target_id;
alter table public.audit_log rename thing_name to target_name;
alter table public.listening_programs rename to listening_processes;
alter table public.live_programs rename to live_processes;
alter table public.live_processes rename beat_at to heartbeat_at;
alter table public.live_processes rename people to online_ids;
alter table public.market_turns rename to market_schedule;
alter table public.news_articles rename said to content_digest;
alter table public.news_articles rename fed_title to feed_title;
alter table public.news_articles rename flash_by_hand to flash_override;
alter table public.news_put_away rename to news_removed_articles;
alter table public.news_sources rename address to url;
alter table public.news_removed_articles rename fed_title to feed_title;
alter table public.newsletter_subscribers rename asked_by to requested_by;
alter table public.newsletter_subscribers rename asked_at to requested_at;
alter table public.notification_choices rename to notification_preferences;
alter table public.notification_preferences rename choice to preference;
alter table public.notification_mails rename to notification_emails;
alter table public.notifications rename act to admin_action;
alter table public.notifications rename words to excerpt;
alter table public.notifications rename amount to voter_count;
alter table public.notifications rename seen to seen_count;
alter table public.notifications rename mail_at to email_at;
alter table public.report_groups rename thing_kind to target_kind;
alter table public.report_groups rename thing_id to target_id;
alter table public.report_groups rename thing_name to target_name;
alter table public.report_groups rename words to original_text;
alter table public.reports rename thing_kind to target_kind;
alter table public.reports rename thing_id to target_id;

alter table storage.objects rename small_file to thumbnail_file;
alter table storage.objects rename small_size to thumbnail_size;

-- Stored articles keep the columns' names as keys.
update public.news_removed_articles set article = article - 'said' - 'fed_title' - 'flash_by_hand' || jsonb_build_object(
  'content_digest', article -> 'said', 'feed_title', article -> 'fed_title', 'flash_override', article -> 'flash_by_hand')
where article is not null;

-- Values.
alter table email.outbox drop constraint outbox_channel_check, drop constraint outbox_state_check,
  alter column channel set default 'email';
update public.ai_runs set answered_by = 'analyzer' where answered_by = 'analyst';
update email.outbox set channel = 'email' where channel = 'mail';
update email.outbox set state = 'stored' where state = 'kept';
alter table email.outbox
  add constraint outbox_channel_check check (channel in ('email', 'sms', 'whatsapp')),
  add constraint outbox_state_check check (state in ('waiting', 'sent', 'failed', 'stored'));

alter table public.news_images drop constraint news_images_check, drop constraint news_images_state_check;
update public.news_images set state = case state when 'kept' then 'stored' else 'failed' end where state <> 'waiting';
alter table public.news_images
  add constraint news_images_check check ((state = 'stored') = (width is not null and height is not null)),
  add constraint news_images_state_check check (state in ('waiting', 'stored', 'failed'));

alter table public.notification_preferences drop constraint notification_choices_choice_check;
update public.notification_preferences set preference = 'email' where preference = 'mail';
alter table public.notification_preferences
  add constraint notification_preferences_preference_check check (preference in ('site', 'email', 'never'));

-- Constraints and indexes follow the names of their tables and columns.
do $$
declare
  names record;
  found record;
begin
  for names in select * from (values
    ('auth', 'account_deletions', 'departures', 'account_deletions'),
    ('auth', 'account_deletions', 'takes_content', 'deletes_content'),
    ('auth', 'known_devices', 'known_places_place', 'known_devices_fingerprint'),
    ('auth', 'known_devices', 'known_places', 'known_devices'),
    ('auth', 'message_spacing', 'mail_spacing', 'message_spacing'),
    ('auth', 'message_spacing', 'asked', 'requested'),
    ('auth', 'one_time_tokens', 'wrong_tries', 'wrong_attempts'),
    ('auth', 'users', 'email_change_half', 'email_change_confirmed_side'),
    ('public', 'activity_pending', 'activity_added', 'activity_pending'),
    ('public', 'audit_log', 'audit_log_act_', 'audit_log_action_'),
    ('public', 'audit_log', 'why', 'reason'),
    ('public', 'audit_log', 'thing', 'target'),
    ('public', 'listening_processes', 'programs', 'processes'),
    ('public', 'live_processes', 'programs', 'processes'),
    ('public', 'live_processes', 'beat', 'heartbeat'),
    ('public', 'live_processes', 'people', 'online_ids'),
    ('public', 'market_schedule', 'turns', 'schedule'),
    ('public', 'news_articles', 'said', 'content_digest'),
    ('public', 'news_removed_articles', 'put_away', 'removed_articles'),
    ('public', 'news_removed_articles', 'fed_title', 'feed_title'),
    ('public', 'news_sources', 'address', 'url'),
    ('public', 'newsletter_subscribers', 'asked', 'requested'),
    ('public', 'notification_emails', 'mails', 'emails'),
    ('public', 'notification_preferences', 'notification_choices_choice', 'notification_preferences_preference'),
    ('public', 'notification_preferences', 'choices', 'preferences'),
    ('public', 'notifications', 'words', 'excerpt'),
    ('public', 'notifications', 'amount', 'voter_count'),
    ('public', 'notifications', '_seen', '_seen_count'),
    ('public', 'notifications', '_mail', '_email'),
    ('public', 'report_groups', 'words', 'original_text'),
    ('public', 'report_groups', 'thing', 'target'),
    ('public', 'reports', 'thing', 'target'),
    ('storage', 'objects', 'small', 'thumbnail')
  ) as t (schema_name, table_name, old_name, new_name) loop
    for found in
      select conname as name, replace(conname, names.old_name, names.new_name) as renamed from pg_constraint
      where conrelid = format('%I.%I', names.schema_name, names.table_name)::regclass
        and strpos(conname, names.old_name) > 0
    loop
      execute format('alter table %I.%I rename constraint %I to %I', names.schema_name, names.table_name,
        found.name, found.renamed);
    end loop;
    for found in
      select indexname as name, replace(indexname, names.old_name, names.new_name) as renamed from pg_indexes
      where schemaname = names.schema_name and tablename = names.table_name and strpos(indexname, names.old_name) > 0
    loop
      execute format('alter index %I.%I rename to %I', names.schema_name, found.name, found.renamed);
    end loop;
  end loop;
end $$;

-- Functions and triggers. PostgreSQL reads most bodies only when they run, so those with an old name are written again.
alter function public.tags_of rename to build_post_tags;
create or replace function public.add_post_tags() returns trigger language plpgsql as $$
begin
  insert into public.post_tags select t.* from added p cross join lateral public.build_post_tags(p) t;
  return null;
end $$;
create or replace function public.replace_post_tags() returns trigger language plpgsql as $$
begin
  delete from public.post_tags where post_id = new.id;
  insert into public.post_tags select t.* from public.build_post_tags(new) t;
  return null;
end $$;

create or replace function public.count_added() returns trigger language plpgsql as $$
begin
  insert into public.activity_pending (day, name, amount)
  select (created_at at time zone 'UTC')::date, tg_argv[0], count(*) from added group by 1;
  return null;
end $$;
create or replace function public.count_added_articles() returns trigger language plpgsql as $$
begin
  insert into public.activity_pending (day, name, amount)
  select (created_at at time zone 'UTC')::date, 'articles', count(*) from added
  where not is_sample and not exists (select from public.news_removed_articles removed where removed.id = added.id)
  group by 1;
  return null;
end $$;
alter function public.count_gone_articles() rename to count_deleted_articles;
alter trigger count_gone_articles on public.news_articles rename to count_deleted_articles;

create or replace function public.count_online(at timestamptz) returns integer language sql stable as $$
  select count(distinct online.id)::int from (
    select unnest(online_ids) as id from public.live_processes where heartbeat_at > at - interval '45 seconds'
    union all
    select user_id from auth.sessions where last_seen_at > at - interval '5 minutes'
  ) online
$$;

alter function public.announce_gone_profiles() rename to announce_deleted_profiles;
alter trigger announce_gone on public.profiles rename to announce_delete;
alter trigger announce_gone on public.comments rename to announce_delete;
alter trigger announce_gone on public.forum_posts rename to announce_delete;
alter trigger announce_gone on public.news_articles rename to announce_delete;
alter trigger announce_made on public.comments rename to announce_insert;
alter trigger announce_made on public.forum_posts rename to announce_insert;
alter trigger announce_made on public.news_articles rename to announce_insert;
alter trigger announce_ended on auth.sessions rename to announce_delete;
alter trigger announce_changed on public.news_images rename to announce_update;
alter trigger announce_changed on public.news_articles rename to announce_update;
alter trigger announce_changed on auth.mfa_factors rename to announce_update;
alter trigger announce_changed on auth.users rename to announce_update;
alter trigger announce_changed on public.comments rename to announce_update;
alter trigger announce_changed on public.forum_posts rename to announce_update;
alter trigger announce_changed on public.profiles rename to announce_update;
alter trigger announce_viewed on public.news_articles rename to announce_views;

alter function public.keep_search() rename to update_search_document;
alter trigger keep_search_of_post on public.forum_posts rename to update_search_document;
alter trigger keep_search_of_comment on public.comments rename to update_search_document;
alter trigger keep_search_of_article on public.news_articles rename to update_search_document;
alter function public.keep_words_of_new_posts() rename to add_words_from_posts;
alter trigger keep_words_of_new_posts on public.forum_posts rename to add_words_from_posts;
alter function public.keep_words_of_edited_post() rename to add_words_from_edited_post;
alter trigger keep_words_of_edited_post on public.forum_posts rename to add_words_from_edited_post;
alter function public.keep_words_of_comments() rename to add_words_from_comments;
alter trigger keep_words_of_new_comments on public.comments rename to add_words_from_comments;
alter function public.keep_words_of_edited_comment() rename to add_words_from_edited_comment;
alter trigger keep_words_of_edited_comment on public.comments rename to add_words_from_edited_comment;
alter function public.keep_words_of_new_articles() rename to add_words_from_articles;
alter trigger keep_words_of_new_articles on public.news_articles rename to add_words_from_articles;
alter function public.keep_words_of_changed_article() rename to add_words_from_edited_article;
alter trigger keep_words_of_changed_article on public.news_articles rename to add_words_from_edited_article;

alter function public.search_found rename to search_matches;
alter function public.search_listed rename to search_indexed;
create or replace function public.search_candidates(wanted text, query tsquery, since timestamptz, until timestamptz)
returns table (id uuid, at timestamptz, words tsvector)
language plpgsql stable rows 300
as $$
declare
  met integer;
  last_at timestamptz;
  last_id uuid;
  no_id constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  return query select * from public.search_newest(wanted, query, since, until, no_id, 2000, 200);
  get diagnostics met = row_count;
  if met >= 200 then return; end if;
  execute format('select d.at, d.id from public.%I d where d.kind = $1 and d.at >= $2 and (d.at, d.id) < ($3, $4)
    order by d.at desc, d.id desc offset 1999 limit 1', 'search_' || wanted || 's')
    into last_at, last_id using wanted, since, until, no_id;
  if last_at is null then return; end if;
  -- With this many, the next six thousand documents fill a page.
  if met >= 5 then
    return query select * from public.search_newest(wanted, query, since, last_at, last_id, 6000, 200 - met);
  else
    return query select * from public.search_indexed(wanted, query, since, last_at, last_id, 2000, 300);
  end if;
end $$;
