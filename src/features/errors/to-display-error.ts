/** Converts an RTK Query error (API error or thrown one) to the code and message a screen shows. */
import type { SerializedError } from '@reduxjs/toolkit';
import { failed } from '#src/copy/failed.ts';
import type { ApiError } from '#store/api/api-types.ts';

/** The API's error, or what was thrown. */
export type QueryError = ApiError | SerializedError;

export interface DisplayError {
  readonly code: ApiError['code'];
  readonly message: string;
}

/**
 * @param fallback message of a thrown error, which has none of ours
 * @returns null without an error
 */
export function toDisplayError(
  error: QueryError | undefined,
  fallback: string = failed,
): DisplayError | null {
  if (error === undefined) return null;
  return 'status' in error
    ? { code: error.code, message: error.message }
    : { code: 'unknown', message: fallback };
}

/** The sentence a screen shows for an error: the API's, or the fallback for a thrown one, whose message is in English. */
export const errorText = (error: QueryError | undefined, fallback: string): string =>
  toDisplayError(error, fallback)?.message ?? fallback;

/** As {@link errorText}, of what could not be read: without a network the banner says why, its place what it lacks. */
export const unreadText = (error: QueryError | undefined, unread: string): string =>
  error?.code === 'offline' ? unread : errorText(error, unread);
