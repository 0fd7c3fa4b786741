/**
 * Quiet hours, mail and browser notices travel as one record. A change of one is put on what the server holds by now,
 * not on what this tab once read: a link in a mail may have ended the mails since.
 */
import type { FetchArgs } from '@reduxjs/toolkit/query';
import type { reauthBaseQuery } from './reauth-base-query.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { Notifications } from './types.ts';

type Answer = Awaited<ReturnType<ReturnType<typeof reauthBaseQuery>>>;
type Ask = (request: string | FetchArgs) => Answer | PromiseLike<Answer>;
type Changed = { readonly data: Notifications } | { readonly error: NonNullable<Answer['error']> };

const url = 'api/users/notifications';
/** Somebody else may be first again and again, but not for ever. */
const maxAttempts = 4;

const inTurn = createSerialQueue();

/**
 * One after another: a switch pressed twice ends where it was pressed last.
 * @param extra what the store was made with: each store has its own
 */
export function updateNotificationSettings(
  extra: object,
  part: Partial<Notifications>,
  ask: Ask,
): Promise<Changed> {
  return inTurn(extra, () => changeNow(part, ask));
}

async function changeNow(part: Partial<Notifications>, ask: Ask): Promise<Changed> {
  for (let attempt = 1; ; attempt += 1) {
    const { data: held, error: unread, meta } = await ask(url);
    if (unread !== undefined) return { error: unread };
    const { data, error } = await ask({
      url,
      method: 'PUT',
      headers: meta?.etag === undefined ? {} : { 'if-match': meta.etag },
      body: { ...(held as Notifications), ...part },
    });
    if (error === undefined) return { data: data as Notifications };
    if (error.code !== 'conflict' || attempt === maxAttempts) return { error };
  }
}
