-- The market: what the price source said, a row for each coin and minute of asking.

create table public.market_prices (
  symbol text not null check (symbol ~ '^[A-Z0-9]{1,20}$'),
  at timestamptz not null,
  -- In US dollars.
  price double precision not null check (price > 0),
  -- Against 24 hours before.
  change_percent double precision,
  primary key (symbol, at)
);
create index market_prices_at on public.market_prices (at);
