/**
 * Read-modify-write of the notification settings with If-Match. They are one record, and another tab or an unsubscribe
 * link may have changed other fields since this tab read it.
 */
import type { FetchArgs } from '@reduxjs/toolkit/query';
import type { Notifications } from './api-types.ts';
import type { reauthBaseQuery } from './reauth-base-query.ts';
import { createSerialQueue } from './serial-queue.ts';

type Answer = Awaited<ReturnType<ReturnType<typeof reauthBaseQuery>>>;
type Send = (request: string | FetchArgs) => Answer | PromiseLike<Answer>;
type UpdateResult =
  | { readonly data: Notifications }
  | { readonly error: NonNullable<Answer['error']> };

const url = 'api/users/notifications';
/** Retries after a concurrent write. */
const maxAttempts = 4;

const enqueue = createSerialQueue();

/**
 * Serialised per store: a switch pressed twice ends in its last position.
 * @param extra the store's extra argument, which identifies the store
 */
export function updateNotificationSettings(
  extra: object,
  part: Partial<Notifications>,
  send: Send,
): Promise<UpdateResult> {
  return enqueue(extra, () => readModifyWrite(part, send));
}

async function readModifyWrite(part: Partial<Notifications>, send: Send): Promise<UpdateResult> {
  for (let attempt = 1; ; attempt += 1) {
    const { data: stored, error: readError, meta } = await send(url);
    if (readError !== undefined) return { error: readError };
    const { data, error } = await send({
      url,
      method: 'PUT',
      headers: meta?.etag === undefined ? {} : { 'if-match': meta.etag },
      body: { ...(stored as Notifications), ...part },
    });
    if (error === undefined) return { data: data as Notifications };
    if (error.code !== 'conflict' || attempt === maxAttempts) return { error };
  }
}
