/** RTK Query types a failure as our error or as a thrown one; screens need its sentence and its code. */
import type { SerializedError } from '@reduxjs/toolkit';
import { planCopy as copy } from '#src/copy/plan.ts';
import type { ApiError } from '#store/api/types.ts';

export interface ApiProblem {
  readonly code: ApiError['code'];
  readonly message: string;
}

export function toApiProblem(
  error: ApiError | SerializedError | undefined,
  sentence: string = copy.failed,
): ApiProblem | null {
  if (error === undefined) return null;
  return 'status' in error
    ? { code: error.code, message: error.message }
    : { code: 'unknown', message: sentence };
}
