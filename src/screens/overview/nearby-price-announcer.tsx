/**
 * Screen-reader announcement (aria-live) of thresholds that came within 5 % of the price; at most one a minute. Crossed
 * ones are announced by the alert. Can be switched off in the settings.
 */
import { useEffect, useRef, useState } from 'react';
import { money } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { isNearbyAnnouncementEnabled } from '#src/features/notifications/nearby-announcement-preference.ts';
import { isCrossed, isNear, type WatchRow } from '#src/features/watch-list/watch-list-rows.ts';

const intervalMs = 60_000;

export function NearbyPriceAnnouncer({ rows }: { readonly rows: readonly WatchRow[] }) {
  const [sentence, setSentence] = useState('');
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(() => {
    // Those near from the start are in the headline.
    let knownKeys = nearKeys(latest.current);
    const timer = setInterval(() => {
      const newlyNear = latest.current.filter((row) => isNear(row) && !knownKeys.has(row.key));
      knownKeys = nearKeys(latest.current);
      if (newlyNear.length > 0 && isNearbyAnnouncementEnabled())
        setSentence(copy.cameNear(newlyNear.map(nameAndPrice)));
    }, intervalMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="vh" role="status">
      {sentence}
    </p>
  );
}

const nearKeys = (rows: readonly WatchRow[]): ReadonlySet<string> =>
  new Set(rows.filter((row) => isNear(row) || isCrossed(row)).map(({ key }) => key));

const nameAndPrice = ({ item }: WatchRow): string =>
  item.floorCents === null
    ? item.matchName
    : `${item.matchName}, ${money(item.floorCents, item.currency)}`;
