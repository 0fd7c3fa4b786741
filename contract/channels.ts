/** Schemas of channels (`/api/users/channels`) and of what a webhook receives (docs/channels.md). */
import * as z from 'zod/mini';
import { type ChannelKind, channelKinds } from '#domain/channels.ts';
import { planNames } from '#domain/plans.ts';
import { alertItem } from './alerts.ts';
import { identifier, instant, line, marketPageUrl, patchOf } from './primitives.ts';

/** The id of the channel that every account has. */
export const mailChannelId = 'mail';

/** `paused`: by its user, by the plan, or until it is linked. `stopped`: its address refused three times. */
export const channelStates = ['active', 'paused', 'stopped'] as const;
export type ChannelState = (typeof channelStates)[number];

const channelName = line(60, '<>');
const address = z.string().check(z.minLength(1), z.maxLength(2_048), z.regex(/^[^\s\p{Cc}]+$/u));
const base64url = (minLength: number, maxLength: number) =>
  z.string().check(z.minLength(minLength), z.maxLength(maxLength), z.regex(/^[\w-]+=*$/));

export const channelItem = z.strictObject({
  id: identifier,
  kind: z.enum([mailChannelId, ...channelKinds]),
  name: z.string(),
  state: z.enum(channelStates),
  /** Why it is not `active`, as a sentence; null when it is, or when its user paused it. */
  reason: z.nullable(z.string()),
  /** What the last test or alert met that did not arrive, as a sentence; absent since something arrived. */
  failure: z.optional(z.string()),
  /** When the other side last accepted an alert; null until then. */
  lastDelivery: z.nullable(instant),
  /** When the last test arrived; absent where none has, or a later one did not. */
  testedAt: z.optional(instant),
  /** Whether alerts go by it in quiet hours, too; absent = no. */
  ignoresQuietHours: z.optional(z.boolean()),
  createdAt: instant,
});
export type ChannelItem = z.infer<typeof channelItem>;

export const channelList = z.strictObject({
  /** `mail` first, then the oldest. */
  items: z.array(channelItem),
  /** What can be added here, with the smallest plan that includes it. */
  kinds: z.array(z.strictObject({ kind: z.enum(channelKinds), plan: z.enum(planNames) })),
  /** VAPID public key, with which a browser subscribes; null where push is not set up. */
  pushKey: z.nullable(z.string()),
  /** How many an account may have, `mail` aside. */
  limit: z.int(),
});
export type ChannelList = z.infer<typeof channelList>;

export const pushSettings = z.strictObject({
  endpoint: address,
  keys: z.strictObject({ p256dh: base64url(80, 100), auth: base64url(16, 40) }),
});
export type PushSettings = z.infer<typeof pushSettings>;
/** From a browser whose push service replaced its subscription. */
export const pushRenewal = z.strictObject({
  /** The channel's id. */
  channel: z.uuid(),
  /** Of the subscription that the channel has: known to that browser and to the server alone. */
  previous: z.strictObject({ endpoint: address, auth: base64url(16, 40) }),
  next: pushSettings,
});
export type PushRenewal = z.infer<typeof pushRenewal>;
export const pushRenewed = z.strictObject({ renewed: z.literal(true) });

export const ntfySettings = z.strictObject({
  server: address,
  topic: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  /** Access token of a protected topic. */
  token: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))),
});
/** Of an application of that server. */
const gotifyToken = z.string().check(z.regex(/^[\w.-]{1,100}$/));
export const gotifySettings = z.strictObject({ server: address, token: gotifyToken });
export const telegramSettings = z.strictObject({});
export const discordSettings = z.strictObject({ url: address });
export const webhookSettings = z.strictObject({ url: address });

const creation = <Kind extends ChannelKind, Settings extends z.ZodMiniType>(
  kind: Kind,
  settings: Settings,
) => z.strictObject({ kind: z.literal(kind), name: channelName, settings });

export const channelCreation = z.discriminatedUnion('kind', [
  creation('push', pushSettings),
  creation('ntfy', ntfySettings),
  creation('gotify', gotifySettings),
  creation('telegram', telegramSettings),
  creation('discord', discordSettings),
  creation('webhook', webhookSettings),
]);
export type ChannelCreation = z.infer<typeof channelCreation>;
/** What a person gives of each kind. */
export type GivenSettings = {
  readonly [Kind in ChannelKind]: Extract<ChannelCreation, { kind: Kind }>['settings'];
};

/** `secret` and `link` are in this answer alone. */
export const channelCreated = z.extend(channelItem, {
  /** Of a webhook: signs what it receives (Standard Webhooks). */
  secret: z.optional(z.string()),
  /** Of Telegram: opens the bot with a code that can be used once, for a quarter of an hour. */
  link: z.optional(z.string()),
});
export type ChannelCreated = z.infer<typeof channelCreated>;

export const channelParams = z.strictObject({ id: identifier });

/** `active` also ends a stop; so does another address, of a kind that has one; a webhook's secret stays. */
export const channelPatch = patchOf({
  name: channelName,
  state: z.enum(['active', 'paused']),
  settings: z.union([ntfySettings, gotifySettings, webhookSettings]),
  ignoresQuietHours: z.boolean(),
});
export type ChannelPatch = z.infer<typeof channelPatch>;

/** What the other side said to a test. */
export const channelTest = z.strictObject({
  delivered: z.boolean(),
  /** HTTP status; null when there was no answer. */
  status: z.nullable(z.int()),
  /** The beginning of its answer, or why there was none. */
  answer: z.string(),
});
export type ChannelTest = z.infer<typeof channelTest>;

const sentAlert = z.extend(
  z.omit(alertItem, { read: true, delivery: true, channels: true, unreachable: true }),
  {
    /** The chart; `collectibleUrl` is the marketplace's page. */
    url: z.string(),
  },
);
export type SentAlert = z.infer<typeof sentAlert>;

/** What a webhook receives. `id` is also the header `webhook-id`: a repeat carries the same one. */
export const webhookMessage = z.strictObject({
  id: z.string(),
  kind: z.enum(['alerts', 'test']),
  /** Oldest first; none in a test. */
  alerts: z.array(sentAlert),
});
export type WebhookMessage = z.infer<typeof webhookMessage>;

/** What a push message contains, encrypted for the browser; its service worker shows it. */
export const pushMessage = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  /** Link that snoozes the threshold when it is posted; null unless the message is about a single one. */
  snoozeUrl: z.nullable(z.string()),
  /** Page at the marketplace of the collectible; absent without one, and unless the message is about a single alert. */
  marketUrl: z.optional(marketPageUrl),
});
export type PushMessage = z.infer<typeof pushMessage>;
