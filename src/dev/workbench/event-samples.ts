/**
 * Schema and example payload of each event that can be sent from the workbench. Type-checked against the machines'
 * event types. Events without a payload need no entry.
 */
import * as z from 'zod/mini';
import type { TraceJson } from '#contract/trace.ts';
import { priorities } from '#domain/contact.ts';
import type { AuthSessionEvent } from '#machines/auth-session.machine.ts';
import type { CircuitEvent } from '#machines/circuit-breaker.machine.ts';
import type { ContactModalEvent } from '#machines/contact-modal.machine.ts';
import type { DeliveryEvent } from '#machines/delivery.machine.ts';
import type { LiveFeedEvent } from '#machines/live-feed.machine.ts';
import type { OnboardingEvent } from '#machines/onboarding.machine.ts';
import type { PasswordResetEvent } from '#machines/password-reset.machine.ts';
import type { SourceHealthEvent } from '#machines/source-health.machine.ts';
import { type SubscriptionEvent, stripeStatuses } from '#machines/subscription.machine.ts';

/** Input for an example payload. */
export interface SampleSource {
  /** The machine's context, with aliases. */
  readonly context: TraceJson;
  /** Epoch milliseconds on the app's clock. */
  readonly atMs: number;
}

export interface EventSample {
  readonly schema: z.ZodMiniType<object>;
  readonly propose: (source: SampleSource) => object;
}

/** Events with a payload. */
type WithPayload<Event> = Event extends { type: string }
  ? Exclude<keyof Event, 'type'> extends never
    ? never
    : Event
  : never;

type SamplesOf<Event extends { type: string }> = {
  readonly [Type in WithPayload<Event>['type']]: {
    readonly schema: z.ZodMiniType<Omit<Extract<Event, { type: Type }>, 'type'>>;
    readonly propose: (source: SampleSource) => Omit<Extract<Event, { type: Type }>, 'type'>;
  };
};

const text = z.string();
const instant = z.int().check(z.minimum(0));
const atNow = {
  schema: z.strictObject({ atMs: instant }),
  propose: ({ atMs }: SampleSource) => ({ atMs }),
};

const session = z.strictObject({
  uid: text,
  email: text,
  displayName: z.nullable(text),
  token: text,
  issuedAtMs: instant,
  expiresAtMs: instant,
  ageMs: z.number(),
});
const hour = 3_600_000;
const sampleSession = (atMs: number) => ({
  uid: 'u-qa',
  email: 'qa@example.com',
  displayName: 'QA',
  token: 'token-qa',
  issuedAtMs: atMs,
  expiresAtMs: atMs + hour,
  ageMs: 0,
});

/** The current session, with its aliases; a made-up one when signed out. */
function sessionIn({ context, atMs }: SampleSource): z.infer<typeof session> {
  const current = z.safeParse(z.looseObject({ session }), context);
  return current.success ? current.data.session : sampleSession(atMs);
}

const authSession: SamplesOf<AuthSessionEvent> = {
  'PROVIDER.SIGNED_IN': {
    schema: z.strictObject({ session }),
    propose: (source) => ({ session: sessionIn(source) }),
  },
  SIGN_IN: {
    schema: z.strictObject({ email: text, password: text }),
    propose: () => ({ email: 'demo@vigia.local', password: 'vigia-demo' }),
  },
  REGISTER: {
    schema: z.strictObject({ email: text, password: text, username: text }),
    propose: () => ({ email: 'qa@example.com', password: 'una-clave-larga', username: 'QA' }),
  },
  'TOKEN.REJECTED': {
    schema: z.strictObject({ token: text, atMs: instant }),
    propose: (source) => ({ token: sessionIn(source).token, atMs: source.atMs }),
  },
  'SESSION.REVOKED': {
    schema: z.strictObject({ token: text }),
    propose: (source) => ({ token: sessionIn(source).token }),
  },
  'PAGE.RESUMED': atNow,
};

const draftPart = z.strictObject({
  name: z.exactOptional(text),
  email: z.exactOptional(text),
  subject: z.exactOptional(text),
  priority: z.exactOptional(z.enum(priorities)),
  message: z.exactOptional(text),
  honeypot: z.exactOptional(text),
});
const sender = z.strictObject({ name: text, email: text });
const proposeSender = () => ({ sender: { name: 'QA', email: 'qa@example.com' } });
const contactModal: SamplesOf<ContactModalEvent> = {
  OPEN: { schema: z.strictObject({ sender: z.exactOptional(sender) }), propose: proposeSender },
  'SENDER.IDENTIFIED': { schema: z.strictObject({ sender }), propose: proposeSender },
  EDIT: {
    schema: z.strictObject({ part: draftPart }),
    propose: () => ({ part: { subject: 'Una pregunta', message: '¿Cómo cambio mi plan?' } }),
  },
};

const passwordReset: SamplesOf<PasswordResetEvent> = {
  EDIT: {
    schema: z.strictObject({ email: text }),
    propose: () => ({ email: 'demo@vigia.local' }),
  },
};

const onboarding: SamplesOf<OnboardingEvent> = {
  'MATCH.CHOSEN': {
    schema: z.strictObject({ matchId: text }),
    propose: () => ({ matchId: 'match-1' }),
  },
};

const liveFeed: SamplesOf<LiveFeedEvent> = {
  'STREAM.DISCONNECTED': {
    schema: z.strictObject({
      retryAfterMs: z.nullable(z.number()),
      reason: z.enum(['disconnected', 'streamLimitReached', 'refused']),
    }),
    propose: () => ({ retryAfterMs: null, reason: 'disconnected' }),
  },
};

const facts = z.strictObject({
  subscriptionId: text,
  createdAtMs: instant,
  readAtMs: instant,
  plan: z.enum(['premium', 'elite']),
  status: z.enum(stripeStatuses),
  periodStart: instant,
  periodEnd: instant,
  endsAtMs: z.nullable(instant),
  owedSince: z.nullable(instant),
});
const subscription: SamplesOf<SubscriptionEvent> = {
  'PROVIDER.SYNCED': {
    schema: z.strictObject({ facts }),
    propose: ({ atMs }) => ({
      facts: {
        subscriptionId: 'sub-qa',
        createdAtMs: atMs,
        readAtMs: atMs,
        plan: 'premium',
        status: 'active',
        periodStart: atMs,
        periodEnd: atMs + 30 * 24 * hour,
        endsAtMs: null,
        owedSince: null,
      },
    }),
  },
  'TIME.PASSED': atNow,
};

const sourceHealth: SamplesOf<SourceHealthEvent> = {
  'READING.ARRIVED': atNow,
  'TIME.PASSED': {
    schema: z.strictObject({ atMs: instant, everyMs: z.nullable(instant) }),
    propose: ({ atMs }) => ({ atMs, everyMs: 60_000 }),
  },
};

const circuitBreaker: SamplesOf<CircuitEvent> = {
  'SOURCE.FAILED': {
    schema: z.strictObject({
      atMs: instant,
      retryAfterMs: z.nullable(instant),
      jitter: z.number(),
    }),
    propose: ({ atMs }) => ({ atMs, retryAfterMs: null, jitter: 0.5 }),
  },
  'TIME.PASSED': atNow,
};

const attempt = z.int().check(z.minimum(1));
const delivery: SamplesOf<DeliveryEvent> = {
  'ATTEMPT.FAILED': {
    schema: z.strictObject({
      attempt,
      retryAfterSeconds: z.number().check(z.minimum(0)),
      isOutlived: z.boolean(),
      jitter: z.number().check(z.minimum(0), z.maximum(1)),
    }),
    propose: () => ({ attempt: 1, retryAfterSeconds: 0, isOutlived: false, jitter: 0.5 }),
  },
  'RECEIVER.REFUSED': {
    schema: z.strictObject({ attempt }),
    propose: () => ({ attempt: 1 }),
  },
  'SENDER.REFUSED': {
    schema: z.strictObject({ attempt }),
    propose: () => ({ attempt: 1 }),
  },
};

const samplesByMachine: Readonly<Record<string, Readonly<Record<string, EventSample>>>> = {
  authSession,
  contactModal,
  passwordReset,
  onboarding,
  liveFeed,
  subscription,
  delivery,
  sourceHealth,
  circuitBreaker,
};

const noPayload: EventSample = { schema: z.strictObject({}), propose: () => ({}) };

export const sampleOf = (machine: string, event: string): EventSample =>
  samplesByMachine[machine]?.[event] ?? noPayload;
