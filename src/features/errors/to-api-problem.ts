/** Converts an RTK Query error (API error or thrown one) to the code and message a screen shows. */
import type { SerializedError } from '@reduxjs/toolkit';
import { planCopy as copy } from '#src/copy/plan.ts';
import type { ApiError } from '#store/api/types.ts';

export interface ApiProblem {
  readonly code: ApiError['code'];
  readonly message: string;
}

/**
 * @param fallback message of a thrown error, which has none of ours
 * @returns null without an error
 */
export function toApiProblem(
  error: ApiError | SerializedError | undefined,
  fallback: string = copy.failed,
): ApiProblem | null {
  if (error === undefined) return null;
  return 'status' in error
    ? { code: error.code, message: error.message }
    : { code: 'unknown', message: fallback };
}
