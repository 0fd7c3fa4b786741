-- Way back: start the release before, which shows no links to the marketplace.
-- Where a collectible is on sale at the marketplace, as its source says. Beside `collectibles`, whose rows each reading writes
-- in another order: the reader of the source and the workers of the shards would wait for each other.
create table market_pages (
  collectible_id text primary key references collectibles (id) on delete cascade,
  url text not null check (url ~ '^https?://' and length(url) <= 2048)
);
