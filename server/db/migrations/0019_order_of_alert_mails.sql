-- The earlier alert mails of one person that are still to be sent: a later one waits for them.
create index outbox_unsent_alerts on outbox (uid, created_at, id)
  where kind = 'alert' and state in ('pending', 'sending');
