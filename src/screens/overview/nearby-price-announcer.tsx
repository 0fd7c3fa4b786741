/**
 * For the ears what the headline is for the eyes: which lines have come within 5 % since the last minute. At most once a
 * minute, and nothing when there is none or nobody wants it; what crosses is announced as it arrives, by the alert.
 */
import { useEffect, useRef, useState } from 'react';
import { money } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { isNearbyAnnouncementEnabled } from '#src/features/notifications/nearby-announcement-preference.ts';
import { isCrossed, isNear, type WatchRow } from '#src/features/watch-list/watch-list-rows.ts';

const everyMs = 60_000;

export function NearbyPriceAnnouncer({ rows }: { readonly rows: readonly WatchRow[] }) {
  const [sentence, setSentence] = useState('');
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(() => {
    // Whoever has just come reads it in the headline.
    let known = keysNear(latest.current);
    const timer = setInterval(() => {
      const newcomers = latest.current.filter((row) => isNear(row) && !known.has(row.key));
      known = keysNear(latest.current);
      if (newcomers.length > 0 && isNearbyAnnouncementEnabled())
        setSentence(copy.cameNear(newcomers.map(words)));
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="vh" role="status">
      {sentence}
    </p>
  );
}

const keysNear = (rows: readonly WatchRow[]): ReadonlySet<string> =>
  new Set(rows.filter((row) => isNear(row) || isCrossed(row)).map(({ key }) => key));

const words = ({ item }: WatchRow): string =>
  item.floorCents === null
    ? item.matchName
    : `${item.matchName}, ${money(item.floorCents, item.currency)}`;
