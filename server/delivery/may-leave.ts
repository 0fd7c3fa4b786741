/** What its owner has said meanwhile holds for an alert or a summary that waited, too. */
import type pg from 'pg';
import type { ClaimedDelivery } from '../db/deliveries/claim-deliveries.ts';
import { recallDelivery, releaseDeliveries } from '../db/deliveries/record-outcomes.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { heldForQuietHours } from '../db/users/waiting-alerts.ts';
import { quietHoursEnd } from '../mail/quiet-hours.ts';

/** @returns false when it was put off to the end of quiet hours, or taken back */
export async function mayLeave(pool: pg.Pool, delivery: ClaimedDelivery): Promise<boolean> {
  const { cause, kind, owner, claimedAt } = delivery;
  if (cause !== 'alert' && cause !== 'summary') return true;
  const { estado, wantsMail, confirmed, quietHours } = owner;
  const isReachable = estado === 'activo' && (kind !== 'mail' || (wantsMail && confirmed));
  const isExcepted = delivery.kind !== 'mail' && delivery.ignoresQuietHours;
  const quietEnd = isExcepted ? null : quietHoursEnd(quietHours, claimedAt);
  if (!isReachable)
    await retryDeadlocks(() => inTransaction(pool, (client) => recallDelivery(client, delivery)));
  else if (quietEnd !== null)
    await releaseDeliveries(pool, [delivery], heldForQuietHours, quietEnd);
  else return true;
  return false;
}
