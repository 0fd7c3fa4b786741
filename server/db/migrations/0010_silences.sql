-- When nobody looked at the market, kept beyond the week of its readings: every range of a chart shows its gaps.
create table silences (
  source text not null references sources (name),
  since timestamptz not null,
  until timestamptz not null,
  primary key (source, since)
);
