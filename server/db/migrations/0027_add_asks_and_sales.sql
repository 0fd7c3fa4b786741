-- Way back: start the release before; it leaves what it does not know. Its prices come without asks: they count as unknown.
-- Every price asked, ascending; null = the source has only floors.
alter table collectibles add column asks integer[];
--> statement-breakpoint
-- Single sales of a source that has them, a week of them.
create table sales (
  collectible_id text not null references collectibles(id),
  sold_at timestamptz not null,
  sale_id text not null,
  price_cents integer not null,
  primary key (collectible_id, sold_at, sale_id)
);
--> statement-breakpoint
create index sales_sold_at on sales (sold_at);
