/** Whether a page cursor can be one of ours: it names the last item given, and a mangled one is refused. */
import { identifierPattern } from '#domain/threshold.ts';
import { AppError } from './errors.ts';

/** @throws Refusal `malformed` */
export function validateCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const same = Buffer.from(text).toString('base64url') === cursor;
  if (!same || !identifierPattern.test(text))
    throw new AppError('malformed', 'El cursor no es de esta lista.');
}
