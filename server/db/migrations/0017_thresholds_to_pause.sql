-- At a kick-off the worker pages through the match's thresholds that are not paused yet. Writers of thresholds wait while the
-- index is built: about a second per million rows. Processes of the release before can run beside this one.
create index thresholds_unpaused_of_match on thresholds (match_id, uid, key)
  where deleted_at is null and pause_reason is distinct from 'inicio';
