/** Says that the server cannot be heard, how old what is shown has become, and that it is back. Nothing else is withheld. */
import { useEffect, useState } from 'react';
import { Icon } from '#src/components/icon.tsx';
import { connectionCopy as copy } from '#src/copy/connection.ts';
import { useAppSelector } from '#store/app-store.ts';
import { type Connection, selectConnection, selectHeardAt } from '#store/live.slice.ts';

const tickMs = 20_000;

export function ConnectionBanner() {
  const connection = useAppSelector(selectConnection);
  const wasLost = useWasLost(connection);
  return (
    <div role="status">
      {connection === 'lost' && <Lost />}
      {connection === 'crowded' && (
        <div className="banner banner--top">
          <Icon name="info" />
          <p>
            <b>{copy.crowded}</b> {copy.crowdedNote}
          </p>
        </div>
      )}
      {connection === 'open' && wasLost && <p className="vh">{copy.back}</p>}
    </div>
  );
}

function Lost() {
  const heardAtMs = useAppSelector(selectHeardAt);
  const now = useNow();
  return (
    <div className="banner banner--error banner--top">
      <Icon name="warning" />
      <p>
        <b>{copy.lost}</b> {/* Its minutes pass without being read aloud again. */}
        <span aria-live="off">{heardAtMs === null ? copy.unheard : copy.age(heardAtMs, now)}</span>{' '}
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

/** Whether it has been lost since this was shown. */
function useWasLost(connection: Connection): boolean {
  const [wasLost, setWasLost] = useState(false);
  if (connection === 'lost' && !wasLost) setWasLost(true);
  return wasLost;
}
