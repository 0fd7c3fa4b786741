/** Mails and deliveries whose owner's quiet hours began while they waited. */
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';

/** `last_error` of what is held for nothing else. */
export const heldForQuietHours = 'quiet hours';

/** Their owner has changed them: what they held is looked at again. */
export async function endQuietHold(db: Database, uid: string): Promise<void> {
  await db.query(
    `update outbox set next_attempt_at = now()
      where uid = $1 and kind = 'alert' and state = 'pending' and last_error = '${heldForQuietHours}'`,
    [uid],
  );
  await db.query(
    `update channel_deliveries set next_attempt_at = now()
      where uid = $1 and state = 'pending' and last_error = '${heldForQuietHours}'`,
    [uid],
  );
  wakeUp(db, 'vigia_outbox');
  wakeUp(db, 'vigia_channels');
}
