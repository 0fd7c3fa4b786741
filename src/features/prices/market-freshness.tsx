/** Time of the last market reading; that the connection is lost is said by the banner above. */
import { clockTime } from '#src/copy/format.ts';
import { useGetHealthQuery } from '#store/api/base-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import { selectConnection, selectSource } from '#store/live.slice.ts';
import styles from './market-freshness.module.css';

export function MarketFreshness() {
  const source = useAppSelector(selectSource);
  const connection = useAppSelector(selectConnection);
  const { data: health } = useGetHealthQuery(undefined, { skip: source !== null });
  const ageSeconds = health?.checks.market.lastReadingAgeSeconds ?? null;
  const readingAt =
    source?.arrivedAt ??
    (ageSeconds === null ? null : new Date(Date.now() - ageSeconds * 1_000).toISOString());
  if (source === null && health === undefined) return <span>&nbsp;</span>;
  if (readingAt === null) return <span>Esperando la primera lectura</span>;
  if (connection === 'lost' || connection === 'unanswered')
    return <span>última lectura de las {clockTime(readingAt)}</span>;
  const fresh = source === null ? health?.checks.market.ok : source.state === 'fresh';
  return (
    <span className={fresh === false ? undefined : styles.live}>
      lectura de las {clockTime(readingAt)}
    </span>
  );
}
