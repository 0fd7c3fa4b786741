/** Puts a mail in the outbox, in the transaction of whatever it tells. */
import { randomUUID } from 'node:crypto';
import { insertMail, type NewMail } from '../db/outbox.ts';
import type { Database } from '../db/pool.ts';

/** @returns the mail's id */
export async function enqueueMail(db: Database, mail: Omit<NewMail, 'id'>): Promise<string> {
  const id = randomUUID();
  // A line break in a subject would start another header.
  const subject = mail.subject.replace(/\p{Cc}+/gu, ' ').trim();
  await insertMail(db, { ...mail, id, subject });
  return id;
}
