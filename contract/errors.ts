/** Schema of the error body, and the error codes a client may branch on (docs/api.md). */
import * as z from 'zod/mini';

export const errorCodes = [
  'invalid_request',
  'unauthenticated',
  'plan_limit',
  'forbidden',
  'not_found',
  'conflict',
  'email_unconfirmed',
  'reauthentication_required',
  'validation_failed',
  'account_suspended',
  'plan_granted',
  'card_declined',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** `error` is a Spanish sentence for users, `code` is for clients; `requiredPlan` is the plan that would allow it (402). */
export const errorBody = z.strictObject({
  error: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  requiredPlan: z.optional(z.enum(['premium', 'elite'])),
  /** With 409: what is stored instead of what `If-Match` names, as a read answers it. */
  stored: z.optional(z.record(z.string(), z.unknown())),
  fields: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
});
export type ErrorBody = z.infer<typeof errorBody>;
