-- Way back: start the release before; it leaves the table alone.
-- Who registers an address that is not theirs must not fill its mailbox: its confirmation mails of a day are counted, whichever
-- account asks for them, and after an account's erasure too.
create table confirmation_mails (
  -- Keyed: nobody can tell the address from it.
  address_hash bytea not null,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (address_hash, sent_at)
);
create index confirmation_mails_sent_at_idx on confirmation_mails (sent_at);
