/** Mails as they go into the outbox, in the transaction of whatever they tell. */
import { randomUUID } from 'node:crypto';
import { insertMails, type NewMail } from '../db/alerts/outbox.ts';
import type { Database } from '../db/pool.ts';
import { toSingleLine } from '../to-single-line.ts';

/** With an id of its own, and a subject of one line: a break would start another header. */
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
