-- A row for each asset and day, kept for two years; the rows of every five minutes go after a month (decision 036).

create table public.market_days (
  symbol text not null check (symbol ~ '^[A-Z0-9]{1,20}$'),
  -- In UTC.
  day date not null,
  -- The last of the day so far, in US dollars, and when it held.
  price double precision not null check (price > 0),
  at timestamptz not null,
  primary key (symbol, day)
);

insert into public.market_days (symbol, day, price, at)
select distinct on (symbol, (at at time zone 'utc')::date) symbol, (at at time zone 'utc')::date, price, at
from public.market_prices
order by symbol, (at at time zone 'utc')::date, at desc;

-- When something may be asked of the price source again: 'prices', 'charts', or 'chart ' and a symbol.
create table public.market_turns (
  name text primary key check (length(name) between 1 and 40),
  next_at timestamptz not null
);
