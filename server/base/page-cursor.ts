/** Validates a page cursor: the base64url of the last item's id. */
import { identifierPattern } from '#domain/threshold.ts';
import { AppError } from './errors.ts';

/** @throws AppError `invalid_request` */
export function validateCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const same = Buffer.from(text).toString('base64url') === cursor;
  if (!same || !identifierPattern.test(text))
    throw new AppError('invalid_request', 'El cursor no es de esta lista.');
}
