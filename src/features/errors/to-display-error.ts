/** Converts an RTK Query error (API error or thrown one) to the code and message a screen shows. */
import type { SerializedError } from '@reduxjs/toolkit';
import { planCopy as copy } from '#src/copy/plan.ts';
import type { ApiError } from '#store/api/api-types.ts';

export interface DisplayError {
  readonly code: ApiError['code'];
  readonly message: string;
}

/**
 * @param fallback message of a thrown error, which has none of ours
 * @returns null without an error
 */
export function toDisplayError(
  error: ApiError | SerializedError | undefined,
  fallback: string = copy.failed,
): DisplayError | null {
  if (error === undefined) return null;
  return 'status' in error
    ? { code: error.code, message: error.message }
    : { code: 'unknown', message: fallback };
}
