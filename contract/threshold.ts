/** Schemas of a threshold: as answered, as sent, and what changes of it. Their types are the domain's. */
import * as z from 'zod/mini';
import { maxChannels } from '#domain/channels.ts';
import {
  conditions,
  defaultBandBp,
  maxBandBp,
  maxNoteLength,
  pauseReasons,
} from '#domain/threshold.ts';
import { currency, identifier, instant, line, patchOf } from './primitives.ts';

/** Those of the account, and mail. */
export const maxChosenChannels = maxChannels + 1;

export const category = z.string().check(z.minLength(1), z.maxLength(40));

/** A collectible, or the cheapest of a match, optionally within one category of it. */
export const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('collectible'), id: identifier }),
  z.strictObject({
    kind: z.literal('match'),
    id: identifier,
    category: z._default(z.nullable(category), null),
  }),
]);

const channels = z.readonly(
  z.array(identifier).check(
    z.minLength(1),
    z.maxLength(maxChosenChannels),
    z.refine((ids) => new Set(ids).size === ids.length, 'Un canal está repetido.'),
  ),
);

/** Before the year 10000, which an ISO string writes with a sign and six digits; as UTC. */
const storableInstant = instant.check(
  z.refine((text) => Date.parse(text) < Date.UTC(10_000), 'Ese instante queda demasiado lejos.'),
  z.overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString())),
);

const rule = {
  target,
  condition: z.enum(conditions),
  /** Cents for `below` and `above`, basis points for `change`, days for `low`. Bounds: domain/threshold.ts. */
  value: z.int(),
  currency,
};
const bandBp = z.int().check(z.gte(0), z.lte(maxBandBp));
const pause = z.nullable(z.enum(pauseReasons));
const snoozedUntil = z.nullable(storableInstant);
const note = z.nullable(line(maxNoteLength));
const expiresAt = z.nullable(storableInstant);

export const threshold = z.strictObject({
  ...rule,
  bandBp: z.int(),
  pause,
  snoozedUntil: z.nullable(instant),
  channels: z.nullable(z.readonly(z.array(z.string()))),
  note: z.nullable(z.string()),
  expiresAt: z.nullable(instant),
  version: z.int(),
  createdAt: instant,
  etag: z.string(),
});

/** An unsaved one, for a preview. */
export const thresholdRule = z.strictObject({ ...rule, bandBp: z._default(bandBp, defaultBandBp) });

/**
 * What a client may send: `version`, `createdAt` and `etag` are ignored; of `pause` it may set only null and `user`, and in creating
 * one that has expired or whose match has begun, `expired` or `kickoff`.
 */
export const thresholdDraft = z.extend(thresholdRule, {
  pause: z._default(pause, null),
  snoozedUntil: z._default(snoozedUntil, null),
  channels: z._default(z.nullable(channels), null),
  note: z._default(note, null),
  expiresAt: z._default(expiresAt, null),
  version: z.optional(z.int()),
  createdAt: z.optional(instant),
  etag: z.optional(z.string()),
});

/** Of a file: without channels, without a note or without an expiry it leaves what is stored. */
export const importedThreshold = z.extend(thresholdDraft, {
  channels: z.exactOptional(z.nullable(channels)),
  note: z.exactOptional(note),
  expiresAt: z.exactOptional(expiresAt),
});

/** Only what changes; another expiry starts a threshold that has expired again. */
export const thresholdPatch = patchOf({
  ...rule,
  bandBp,
  pause,
  snoozedUntil,
  channels: z.nullable(channels),
  note,
  expiresAt,
});
