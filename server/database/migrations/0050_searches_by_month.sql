-- A search read the index month by month to the end if three months brought forty matches, even if a month brought few
-- of the two hundred that it needs. Now it reads the whole index as soon as the months read so far, which are at least a
-- week, show that five months wouldn't bring enough. This holds for phrases as well, by the documents to check. The rest
-- of search_ids is as in migration 0045.
create or replace function public.search_ids(wanted text, query tsquery, indexed tsquery, to_at timestamptz, to_id uuid,
  from_at timestamptz, from_id uuid, most integer, all_max integer)
returns table (id uuid, at timestamptz, is_end boolean)
language plpgsql stable rows 200
as $$
declare
  documents constant text := 'search_' || wanted || 's';
  no_id constant uuid := '00000000-0000-0000-0000-000000000000';
  terms constant tsquery := regexp_replace(indexed::text, '<(-|\d+)>', '&', 'g')::tsquery;
  must_check constant boolean := terms::text <> query::text;
  needed constant integer := case when must_check then 300 else most end;
  reads integer := 300;
  first_at timestamptz;
  days double precision;
  enough integer;
  ids uuid[];
  times timestamptz[];
  is_monthly boolean;
  last_at timestamptz;
  last_id uuid;
  period_at timestamptz;
  period_start timestamptz;
  chunk_ids uuid[];
  chunk_times timestamptz[];
  is_cut boolean := false;
begin
  select array_agg(f.id), array_agg(f.at) into ids, times
    from public.search_recent(wanted, query, to_at, to_id, from_at, from_id, 2000, most) f;
  ids := coalesce(ids, '{}');
  if cardinality(ids) = most then
    is_cut := true;
  else
    execute format('select d.at, d.id from public.%I d where (d.at, d.id) < ($3, $4) and (d.at, d.id) >= ($1, $2)
      order by d.at desc, d.id desc offset 1999 limit 1', documents) into last_at, last_id using to_at, to_id, from_at, from_id;
    if last_at is not null and cardinality(ids) >= 40 and most < all_max then
      return query select f.*, false from unnest(ids, times) f union all select last_id, last_at, true;
      return;
    end if;
    is_monthly := not exists (select from public.search_indexing i where i.kind = wanted)
      and exists (select from public.search_recent(wanted, terms, to_at, to_id, from_at, from_id, 2000, 1));
    enough := case when is_monthly then most else all_max + 1 end;
    first_at := last_at;
    while last_at is not null loop
      execute format('select d.at from public.%I d where (d.at, d.id) < ($3, $4) and (d.at, d.id) >= ($1, $2)
        order by d.at desc, d.id desc limit 1', documents) into period_at using to_at, to_id, last_at, last_id;
      exit when period_at is null;
      period_start := case when is_monthly then date_trunc('month', period_at, 'UTC') else '-infinity' end;
      select array_agg(f.id), array_agg(f.at) into chunk_ids, chunk_times from public.search_indexed_terms(wanted,
        case when is_monthly then terms && public.search_lexeme(public.search_month(period_at)) else terms end, to_at, to_id, last_at, last_id, case when must_check then reads else enough - cardinality(ids) end) f;
      if must_check and chunk_ids is not null then
        reads := reads - cardinality(chunk_ids);
        last_at := chunk_times[cardinality(chunk_ids)];
        last_id := chunk_ids[cardinality(chunk_ids)];
        execute format('select array_agg(d.id order by d.at desc, d.id desc), array_agg(d.at order by d.at desc, d.id desc)
          from (select d.* from public.%I d where d.kind = $1 and d.id = any ($2) offset 0) d where d.words @@ $3', documents)
          into chunk_ids, chunk_times using wanted, chunk_ids, query;
      end if;
      ids := ids || chunk_ids;
      times := times || chunk_times;
      if cardinality(ids) >= enough then
        is_cut := true;
        exit;
      end if;
      if reads <= 0 then
        return query select f.*, false from unnest(ids, times) f union all select last_id, last_at, true;
        return;
      end if;
      last_at := period_start;
      last_id := no_id;
      days := extract(epoch from first_at - period_start) / 86400;
      is_monthly := is_monthly and (days < 7
        or 150 * case when must_check then needed - reads else cardinality(ids) end >= needed * days);
    end loop;
  end if;
  if is_cut then
    ids := ids[:most];
    times := times[:most];
  end if;
  return query select f.*, false from unnest(ids, times) f
    union all select ids[most], times[most], true where is_cut;
end $$;
