/**
 * What events carry that are sent from the workbench, with a first proposal. The type checker holds the lists to the
 * machines: what an event carries cannot change there without changing here. Events that carry nothing need no entry.
 */
import * as z from 'zod/mini';
import type { TraceJson } from '#contract/trace.ts';
import { priorities } from '#domain/contact.ts';
import type { AuthSessionEvent } from '#machines/auth-session.machine.ts';
import type { CircuitEvent } from '#machines/circuit-breaker.machine.ts';
import type { ContactModalEvent } from '#machines/contact-modal.machine.ts';
import type { LiveFeedEvent } from '#machines/live-feed.machine.ts';
import type { MailDeliveryEvent } from '#machines/mail-delivery.machine.ts';
import type { OnboardingEvent } from '#machines/onboarding.machine.ts';
import type { PasswordResetEvent } from '#machines/password-reset.machine.ts';
import type { SourceHealthEvent } from '#machines/source-health.machine.ts';
import type { SubscriptionEvent } from '#machines/subscription.machine.ts';

/** What a proposal may draw on. */
export interface SampleWorld {
  /** The machine's context, with aliases. */
  readonly context: TraceJson;
  /** Epoch milliseconds as the app's clock has them. */
  readonly at: number;
}

export interface EventSample {
  readonly schema: z.ZodMiniType<object>;
  readonly propose: (world: SampleWorld) => object;
}

/** The events that carry something. */
type Carrying<Event> = Event extends { type: string }
  ? Exclude<keyof Event, 'type'> extends never
    ? never
    : Event
  : never;

type SamplesOf<Event extends { type: string }> = {
  readonly [Type in Carrying<Event>['type']]: {
    readonly schema: z.ZodMiniType<Omit<Extract<Event, { type: Type }>, 'type'>>;
    readonly propose: (world: SampleWorld) => Omit<Extract<Event, { type: Type }>, 'type'>;
  };
};

const text = z.string();
const instant = z.int().check(z.minimum(0));
const atNow = {
  schema: z.strictObject({ at: instant }),
  propose: ({ at }: SampleWorld) => ({ at }),
};

const session = z.strictObject({
  uid: text,
  email: text,
  emailVerified: z.boolean(),
  displayName: z.nullable(text),
  token: text,
  issuedAtMs: instant,
  expiresAtMs: instant,
  ageMs: z.number(),
});
const hour = 3_600_000;
const somebody = (at: number) => ({
  uid: 'u-qa',
  email: 'qa@example.com',
  emailVerified: true,
  displayName: 'QA',
  token: 'token-qa',
  issuedAtMs: at,
  expiresAtMs: at + hour,
  ageMs: 0,
});

/** The session held, with its aliases; when nobody is signed in, somebody. */
function sessionIn({ context, at }: SampleWorld): z.infer<typeof session> {
  const held = z.safeParse(z.looseObject({ session }), context);
  return held.success ? held.data.session : somebody(at);
}

const authSession: SamplesOf<AuthSessionEvent> = {
  'SDK.SESSION': {
    schema: z.strictObject({ session }),
    propose: (world) => ({ session: sessionIn(world) }),
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
    schema: z.strictObject({ token: text, at: instant }),
    propose: (world) => ({ token: sessionIn(world).token, at: world.at }),
  },
  'SESSION.REVOKED': {
    schema: z.strictObject({ token: text }),
    propose: (world) => ({ token: sessionIn(world).token }),
  },
  WAKE: atNow,
};

const draftPart = z.strictObject({
  name: z.exactOptional(text),
  email: z.exactOptional(text),
  subject: z.exactOptional(text),
  priority: z.exactOptional(z.enum(priorities)),
  message: z.exactOptional(text),
  trap: z.exactOptional(text),
});
const sender = z.strictObject({ name: text, email: text });
const proposeSender = () => ({ sender: { name: 'QA', email: 'qa@example.com' } });
const contactModal: SamplesOf<ContactModalEvent> = {
  OPEN: { schema: z.strictObject({ sender: z.exactOptional(sender) }), propose: proposeSender },
  SENDER_KNOWN: { schema: z.strictObject({ sender }), propose: proposeSender },
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
  LOST: {
    schema: z.strictObject({ retryAfterMs: z.nullable(z.number()) }),
    propose: () => ({ retryAfterMs: null }),
  },
};

const facts = z.strictObject({
  subscriptionId: text,
  createdAtMs: instant,
  readAtMs: instant,
  plan: z.enum(['premium', 'elite']),
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'canceled',
  ]),
  periodStart: instant,
  periodEnd: instant,
  endsAtMs: z.nullable(instant),
  owedSince: z.nullable(instant),
});
const subscription: SamplesOf<SubscriptionEvent> = {
  'PROVIDER.READ': {
    schema: z.strictObject({ facts }),
    propose: ({ at }) => ({
      facts: {
        subscriptionId: 'sub-qa',
        createdAtMs: at,
        readAtMs: at,
        plan: 'premium',
        status: 'active',
        periodStart: at,
        periodEnd: at + 30 * 24 * hour,
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
    schema: z.strictObject({ at: instant, everyMs: z.nullable(instant) }),
    propose: ({ at }) => ({ at, everyMs: 60_000 }),
  },
};

const circuitBreaker: SamplesOf<CircuitEvent> = {
  'SOURCE.FAILED': {
    schema: z.strictObject({ at: instant, askedMs: z.nullable(instant), chance: z.number() }),
    propose: ({ at }) => ({ at, askedMs: null, chance: 0.5 }),
  },
  'TIME.PASSED': atNow,
};

const attempt = z.int().check(z.minimum(1));
const mailDelivery: SamplesOf<MailDeliveryEvent> = {
  'ATTEMPT.FAILED': {
    schema: z.strictObject({
      attempt,
      replyCode: z.nullable(z.int()),
      jitter: z.number().check(z.minimum(0), z.maximum(1)),
    }),
    propose: () => ({ attempt: 1, replyCode: 451, jitter: 0.5 }),
  },
  'ADDRESS.UNUSABLE': {
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
  mailDelivery,
  sourceHealth,
  circuitBreaker,
};

const carriesNothing: EventSample = { schema: z.strictObject({}), propose: () => ({}) };

export const sampleOf = (machine: string, event: string): EventSample =>
  samplesByMachine[machine]?.[event] ?? carriesNothing;
