/** Schema of GET /health: public, 503 when not ready. */
import * as z from 'zod/mini';

const check = z.strictObject({ ok: z.boolean(), detail: z.optional(z.string()) });
export const health = z.strictObject({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  version: z.string(),
  uptimeSeconds: z.number(),
  checks: z.strictObject({
    database: check,
    market: z.strictObject({ ...check.shape, lastReadingAgeSeconds: z.nullable(z.number()) }),
    mail: check,
    /** Kinds of channel whose services refuse our key; absent while none does. */
    channels: z.optional(check),
    /** This machine's clock; absent while it agrees with the database's. */
    clock: z.optional(check),
    /** NATS; absent where the server does not use it. */
    events: z.optional(check),
  }),
});
export type Health = z.infer<typeof health>;
