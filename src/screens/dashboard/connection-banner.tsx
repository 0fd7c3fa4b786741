/** Banner for a lost live connection: how old the data is, and that the connection is back. */
import { useEffect, useState } from 'react';
import { Icon } from '#src/components/icon.tsx';
import { connectionCopy as copy } from '#src/copy/connection.ts';
import { getLivePrices } from '#store/api/live-prices-api.ts';
import { type RootState, useAppSelector } from '#store/app-store.ts';
import { type Connection, selectConnection, selectLastActivityAtMs } from '#store/live.slice.ts';

const tickMs = 20_000;

export function ConnectionBanner() {
  const connection = useAppSelector(selectConnection);
  const wasLost = useWasLost(connection);
  return (
    <div role="status">
      {connection === 'lost' && <Lost />}
      {connection === 'unanswered' && <Unanswered />}
      {connection === 'polled' && <Notice title={copy.polled}>{copy.polledHint}</Notice>}
      {connection === 'streamLimitReached' && (
        <Notice title={copy.streamLimitReached}>{copy.streamLimitHint}</Notice>
      )}
      {connection === 'open' && wasLost && <p className="vh">{copy.back}</p>}
    </div>
  );
}

function Notice(props: { readonly title: string; readonly children: string }) {
  return (
    <div className="banner banner--top">
      <Icon name="info" />
      <p>
        <b>{props.title}</b> {props.children}
      </p>
    </div>
  );
}

function Unanswered() {
  const lastReceivedAtMs = useAppSelector(selectLastReceivedAtMs);
  return (
    <div className="banner banner--error banner--top">
      <Icon name="warning" />
      <p>
        <b>{copy.unanswered(lastReceivedAtMs)}</b> {copy.unknown}
      </p>
    </div>
  );
}

/** By the stream or by a request. */
const selectLastReceivedAtMs = (state: RootState): number | null => {
  const answered = Object.values(state.api.queries).map((query) =>
    query?.endpointName === getLivePrices.name ? 0 : (query?.fulfilledTimeStamp ?? 0),
  );
  return Math.max(selectLastActivityAtMs(state) ?? 0, ...answered) || null;
};

function Lost() {
  const lastReceivedAtMs = useAppSelector(selectLastReceivedAtMs);
  const now = useNow();
  return (
    <div className="banner banner--error banner--top">
      <Icon name="warning" />
      <p>
        <b>{copy.lost}</b> {/* Not live: a screen reader must not repeat it every minute. */}
        <span aria-live="off">{lastReceivedAtMs !== null && copy.age(lastReceivedAtMs, now)}</span>{' '}
        {copy.promise}
      </p>
    </div>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether the connection was lost since mount. */
function useWasLost(connection: Connection): boolean {
  const [wasLost, setWasLost] = useState(false);
  if (connection === 'lost' && !wasLost) setWasLost(true);
  return wasLost;
}
