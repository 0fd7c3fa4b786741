/** Inserts a mail into the outbox, in the transaction of the change it reports. */
import { randomUUID } from 'node:crypto';
import { insertMails, type NewMail } from '../db/alerts/outbox.ts';
import type { Database } from '../db/pool.ts';
import { toSingleLine } from '../to-single-line.ts';

/** Adds an id, and makes the subject one line: a line break would start another header. */
export const prepareMail = (mail: Omit<NewMail, 'id'>): NewMail => ({
  ...mail,
  id: randomUUID(),
  subject: toSingleLine(mail.subject),
});

/** @returns the mail's id */
export async function enqueueMail(db: Database, mail: Omit<NewMail, 'id'>): Promise<string> {
  const ready = prepareMail(mail);
  await insertMails(db, [ready]);
  return ready.id;
}
