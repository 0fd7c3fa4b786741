/** What every failure looks like on the wire, and the codes a client may branch on (api.md). */
import * as z from 'zod/mini';

export const errorCodes = [
  'malformed',
  'unauthenticated',
  'plan_limit',
  'forbidden',
  'not_found',
  'conflict',
  'email_unconfirmed',
  'recent_sign_in_required',
  'rule_broken',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** `error` is a Spanish sentence for people; `code` is for programs; `requiredPlan` names the plan that would allow it (402). */
export const errorBody = z.strictObject({
  error: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  requiredPlan: z.optional(z.enum(['premium', 'elite'])),
  fields: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
});
export type ErrorBody = z.infer<typeof errorBody>;
