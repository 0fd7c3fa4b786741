-- Way back: start the release before.
-- Each alert looked up three rows that cannot be missing: matches and collectibles are never deleted, and a user's alerts go with their thresholds.
alter table alerts drop constraint alerts_uid_fkey, drop constraint alerts_match_id_fkey, drop constraint alerts_collectible_id_fkey;
