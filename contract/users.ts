/** Schemas of session check, profile, settings, notification settings and queued mails (`/api/auth/verify`, `/api/users/…`). */

import * as z from 'zod/mini';
import { planNames, slowestCheckSeconds } from '#domain/plans.ts';
import { accountStates, maxUsernameLength, minUsernameLength } from '#domain/profile.ts';
import { identifier, instant, patchOf } from './primitives.ts';
import { threshold, thresholdDraft } from './threshold.ts';

/** GET /api/auth/verify */
export const verification = z.strictObject({
  uid: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  plan: z.enum(planNames),
  expiresAt: instant,
});
export type Verification = z.infer<typeof verification>;

export const username = z
  .string()
  .check(
    z.minLength(minUsernameLength),
    z.maxLength(maxUsernameLength),
    z.regex(/^[^\p{Cc}<>]*$/u),
  );

/** More than any market has. */
export const maxWatchedMatches = 10_000;
const partidos = z.array(identifier).check(z.maxLength(maxWatchedMatches));
const frecuencia = z.int().check(z.gte(1), z.lte(slowestCheckSeconds));

export const configuracion = z.strictObject({
  partidos: z.array(z.string()),
  umbrales: z.record(z.string(), threshold),
  frecuencia: z.int(),
});
export type Configuracion = z.infer<typeof configuracion>;

/** PUT /api/users/config replaces all settings; `If-Match` has the version read, 409 when it has changed since. */
export const configuracionInput = z.strictObject({
  partidos,
  umbrales: z.record(identifier, thresholdDraft),
  frecuencia,
});
export type ConfiguracionInput = z.infer<typeof configuracionInput>;

/** PATCH /api/users/config changes the frequency alone; `If-Match` as with PUT, 409 with what is stored. */
export const frequencyPatch = z.strictObject({ frecuencia });
export const checkFrequency = z.strictObject({ frecuencia: z.int(), version: z.int() });
export type CheckFrequency = z.infer<typeof checkFrequency>;

/** A threshold's state in the engine: `starting` until the worker has applied it (docs/alerts.md, rule 5). */
export const thresholdStatus = z.strictObject({
  status: z.enum(['starting', 'watching', 'crossed', 'paused', 'snoozed', 'closed']),
  armed: z.boolean(),
  /** Cents that a `change` is measured from, a `low` of its last firing; null before. */
  base: z.nullable(z.int()),
  episode: z.int(),
});
export type ThresholdStatus = z.infer<typeof thresholdStatus>;

export const settings = z.strictObject({
  configuracion,
  /** Row version; also the response's ETag, in quotes. */
  version: z.int(),
  states: z.record(z.string(), thresholdStatus),
});
export type Settings = z.infer<typeof settings>;

/** GET /api/users/profile: the document `users/{uid}`, with `configuracion`, plan and confirmation from PostgreSQL. */
export const profile = z.strictObject({
  uid: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  /** What the relay said when it refused the last mail to `email` for good; absent when it accepted it. */
  mailRefusal: z.optional(z.string()),
  username: z.string(),
  createdAt: instant,
  estado: z.enum(accountStates),
  plan: z.enum(planNames),
  onboardingCompletado: z.boolean(),
  configuracion,
});
export type Profile = z.infer<typeof profile>;

export const profilePatch = patchOf({ username, onboardingCompletado: z.boolean() });
export type ProfilePatch = z.infer<typeof profilePatch>;

/**
 * DELETE /api/users/profile. `cerrar` stops alerts and mails and retains the data; signing in again reopens the account.
 * `eliminar` erases it now and requires a sign-in within the last five minutes.
 */
export const profileDeletionQuery = z.strictObject({ modo: z.enum(['cerrar', 'eliminar']) });
export type ProfileDeletionQuery = z.infer<typeof profileDeletionQuery>;
export const profileDeleted = z.discriminatedUnion('modo', [
  z.strictObject({ modo: z.literal('cerrar'), retainedUntil: instant }),
  z.strictObject({ modo: z.literal('eliminar') }),
]);
export type ProfileDeleted = z.infer<typeof profileDeleted>;

/** DELETE /api/users/sessions: every sign-in so far is refused from now on. */
export const sessionsEnded = z.strictObject({ ended: z.literal(true) });
export type SessionsEnded = z.infer<typeof sessionsEnded>;

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/**
 * GET, PUT and PATCH /api/users/notifications. Quiet hours delay mails, never drop them. `zone` is an IANA time zone.
 * PUT replaces all; `If-Match` has the ETag read, 409 when another tab or a mail link has changed them since.
 */
export const notifications = z.strictObject({
  quietHours: z.nullable(
    z.strictObject({ from: clockTime, to: clockTime, zone: z.string().check(z.maxLength(64)) }),
  ),
  mail: z.enum(['on', 'off']),
  browser: z.boolean(),
  /** A mail on Mondays at nine, in the zone of the quiet hours or Madrid's; absent = none. `mail` is about alerts alone. */
  weeklySummary: z.optional(z.boolean()),
});
export type Notifications = z.infer<typeof notifications>;
export const notificationsPatch = patchOf(notifications.shape);
export type NotificationsPatch = z.infer<typeof notificationsPatch>;

/** POST /api/users/confirmation and /api/users/test-mail: the mail is stored. */
export const mailQueued = z.strictObject({ queued: z.literal(true), to: z.string() });
export type MailQueued = z.infer<typeof mailQueued>;
