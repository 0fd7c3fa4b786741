/**
 * Stores a mail, in the transaction of the change it reports. The id, and with it the Message-ID, is
 * derived from what the mail says: after an asynchronous fail-over that lost the row, the copy carries the same one, and
 * the recipient's mail client shows one.
 */
import { randomUUID } from 'node:crypto';
import { toSingleLine } from '../base/to-single-line.ts';
import { insertMails, type NewMail } from '../db/deliveries/deliveries.ts';
import type { Database } from '../db/pool.ts';
import { nameBasedUuid } from './name-based-uuid.ts';

type MailContent = Omit<NewMail, 'id' | 'headers'> & Partial<Pick<NewMail, 'headers'>>;

/**
 * Adds an id, and makes the subject one line: a line break would start another header.
 * @param identity what the mail reports; two mails of one cause to one user must differ in it
 */
export const prepareMail = (
  mail: MailContent,
  identity: readonly (string | number)[],
): NewMail => ({
  headers: {},
  ...mail,
  id: nameBasedUuid(mail.cause, mail.uid, ...identity),
  subject: toSingleLine(mail.subject),
});

/**
 * Identified by its text and recipient; the same mail requested again is another one.
 * @returns the mail's id
 */
export async function enqueueMail(db: Database, mail: MailContent): Promise<string> {
  const identity = [mail.to, toSingleLine(mail.subject), mail.text];
  const first = prepareMail(mail, [...identity, 0]);
  if ((await insertMails(db, [first])).length > 0) return first.id;
  const again = prepareMail(mail, [...identity, randomUUID()]);
  await insertMails(db, [again]);
  return again.id;
}
