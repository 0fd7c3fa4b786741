/**
 * Stores a mail, in the transaction of the change it reports. The id, and with it the Message-ID, is
 * derived from what the mail says: after an asynchronous fail-over that lost the row, the copy carries the same one, and
 * the recipient's mail client shows one.
 */
import { toSingleLine } from '../base/to-single-line.ts';
import { insertMails, type NewMail } from '../db/deliveries/deliveries.ts';
import { countCopies } from '../db/deliveries/mails.ts';
import type { Database } from '../db/pool.ts';
import { nameBasedUuid } from './name-based-uuid.ts';

type MailContent = Omit<NewMail, 'id'>;

/**
 * Adds an id, and makes the subject one line: a line break would start another header.
 * @param identity what the mail reports; two mails of one cause to one user must differ in it
 */
export const prepareMail = (
  mail: MailContent,
  identity: readonly (string | number)[],
): NewMail => ({
  ...mail,
  id: nameBasedUuid(mail.cause, mail.uid, ...identity),
  subject: toSingleLine(mail.subject),
});

/**
 * Identified by its text and recipient, and by a number: the same mail requested again is another one.
 * @returns the mail's id
 */
export async function enqueueMail(db: Database, mail: MailContent): Promise<string> {
  const subject = toSingleLine(mail.subject);
  for (let copy = await countCopies(db, { ...mail, subject }); ; copy += 1) {
    const ready = prepareMail(mail, [mail.to, subject, mail.text, copy]);
    // A concurrent request may have taken the number.
    const [id] = await insertMails(db, [ready]);
    if (id !== undefined) return id;
  }
}
