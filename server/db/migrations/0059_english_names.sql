-- Not beside the release before: it knows columns and values by their former names. Stop every process first.
-- Way back: restore the dump made before.
-- One language in storage: English, but for the names that the specification gives.
alter table users rename column silencio to quiet_hours;
alter table users rename column correo to mail;
alter table users rename column navegador to browser;
alter table users drop constraint users_correo_check;
update users set mail = case mail when 'baja' then 'off' else 'on' end;
alter table users alter column mail set default 'on';
alter table users add constraint users_mail_check check (mail in ('on', 'off'));
update users set quiet_hours = jsonb_build_object(
  'from', quiet_hours->'desde', 'to', quiet_hours->'hasta', 'zone', quiet_hours->'zona')
 where quiet_hours is not null;

alter table thresholds drop constraint thresholds_pause_reason_check;
drop index thresholds_unpaused_of_match, thresholds_to_expire;
update thresholds set
  pause_reason = case pause_reason when 'usuario' then 'user' when 'inicio' then 'kickoff' when 'moneda' then 'currency'
                                   when 'caducado' then 'expired' else pause_reason end,
  pause_before_kickoff = case pause_before_kickoff when 'usuario' then 'user' when 'moneda' then 'currency'
                                                   when 'caducado' then 'expired' else pause_before_kickoff end
 where pause_reason is not null or pause_before_kickoff is not null;
alter table thresholds add constraint thresholds_pause_reason_check
  check (pause_reason in ('user', 'plan', 'kickoff', 'currency', 'suspension', 'expired'));
create index thresholds_unpaused_of_match on thresholds (match_id, uid, key)
 where deleted_at is null and pause_reason is distinct from 'kickoff';
create index thresholds_to_expire on thresholds (expires_at)
 where expires_at is not null and deleted_at is null and (pause_reason is null or pause_reason not in ('kickoff', 'expired'));

alter table channels drop constraint channels_state_check, drop constraint channels_pause_reason_check;
update channels set
  state = case state when 'activo' then 'active' when 'pausado' then 'paused' else 'stopped' end,
  pause_reason = case pause_reason when 'usuario' then 'user' when 'enlace' then 'link' when 'correo' then 'address'
                                   else pause_reason end;
alter table channels add constraint channels_state_check check (state in ('active', 'paused', 'stopped'));
alter table channels add constraint channels_pause_reason_check check (pause_reason in ('user', 'plan', 'link', 'address'));

alter table api_keys drop constraint api_keys_scope_check;
update api_keys set scope = case scope when 'escritura' then 'write' else 'read' end;
alter table api_keys add constraint api_keys_scope_check check (scope in ('read', 'write'));

-- Documents show what they showed, in these words.
insert into projection_jobs (uid, due_at) select uid, now() from users on conflict (uid) do nothing;
