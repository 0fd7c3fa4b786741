/**
 * Example payload of each event that can be sent from the workbench, type-checked against the machines' event types.
 * What is sent must have its fields and types. Events without a payload need no entry.
 */
import type { TraceJson } from '#contract/trace.ts';
import type { AuthSessionEvent } from '#machines/auth-session.machine.ts';
import type { ContactModalEvent } from '#machines/contact-modal.machine.ts';
import type { DeliveryEvent } from '#machines/delivery.machine.ts';
import type { LiveFeedEvent } from '#machines/live-feed.machine.ts';
import type { OnboardingEvent } from '#machines/onboarding.machine.ts';
import type { PasswordResetEvent } from '#machines/password-reset.machine.ts';
import type { SubscriptionEvent } from '#machines/subscription.machine.ts';

interface SampleSource {
  /** The machine's context, with aliases. */
  readonly context: TraceJson;
  /** Epoch milliseconds on the app's clock. */
  readonly atMs: number;
}

/** Events with a payload. */
type WithPayload<Event> = Event extends { type: string }
  ? Exclude<keyof Event, 'type'> extends never
    ? never
    : Event
  : never;

type SamplesOf<Event extends { type: string }> = {
  readonly [Type in WithPayload<Event>['type']]: (
    source: SampleSource,
  ) => Omit<Extract<Event, { type: Type }>, 'type'>;
};

const atNow = ({ atMs }: SampleSource) => ({ atMs });
const hour = 3_600_000;

/** The current session, with its aliases; a made-up one when signed out. */
function sessionIn({ context, atMs }: SampleSource) {
  const session = {
    uid: 'u-qa',
    email: 'qa@example.com',
    displayName: 'QA',
    token: 'token-qa',
    issuedAtMs: atMs,
    expiresAtMs: atMs + hour,
    ageMs: 0,
  };
  const current = (context as { session?: typeof session | null } | null)?.session;
  return current ?? session;
}

const sender = () => ({ sender: { name: 'QA', email: 'qa@example.com' } });
const firstAttempt = () => ({ attempt: 1 });

type Sample = (source: SampleSource) => object;

const samples: Readonly<Record<string, Readonly<Record<string, Sample>>>> = {
  authSession: {
    'PROVIDER.SIGNED_IN': (source) => ({ session: sessionIn(source) }),
    SIGN_IN: () => ({ email: 'demo@vigia.local', password: 'vigia-demo' }),
    REGISTER: () => ({ email: 'qa@example.com', password: 'una-clave-larga', username: 'QA' }),
    'TOKEN.REJECTED': (source) => ({ token: sessionIn(source).token, atMs: source.atMs }),
    'SESSION.REVOKED': (source) => ({ token: sessionIn(source).token }),
    'PAGE.RESUMED': atNow,
  },
  contactModal: {
    OPEN: sender,
    'SENDER.IDENTIFIED': sender,
    EDIT: () => ({
      part: {
        name: 'QA',
        email: 'qa@example.com',
        subject: 'Una pregunta',
        priority: 'medium',
        message: '¿Cómo cambio mi plan?',
      },
    }),
  },
  passwordReset: { EDIT: () => ({ email: 'demo@vigia.local' }) },
  onboarding: { 'MATCH.CHOSEN': () => ({ matchId: 'match-1' }) },
  liveFeed: {
    'STREAM.DISCONNECTED': () => ({ retryAfterMs: null, reason: 'disconnected' }),
  },
  subscription: {
    'PROVIDER.SYNCED': ({ atMs }) => ({
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
    'TIME.PASSED': atNow,
  },
  delivery: {
    'ATTEMPT.FAILED': () => ({ attempt: 1, retryAfterSeconds: 0, isOutlived: false, jitter: 0.5 }),
    'RECEIVER.REFUSED': firstAttempt,
    'SENDER.REFUSED': firstAttempt,
  },
} satisfies {
  authSession: SamplesOf<AuthSessionEvent>;
  contactModal: SamplesOf<ContactModalEvent>;
  passwordReset: SamplesOf<PasswordResetEvent>;
  onboarding: SamplesOf<OnboardingEvent>;
  liveFeed: SamplesOf<LiveFeedEvent>;
  subscription: SamplesOf<SubscriptionEvent>;
  delivery: SamplesOf<DeliveryEvent>;
};

export const samplePayload = (machine: string, event: string, source: SampleSource): object =>
  samples[machine]?.[event]?.(source) ?? {};

/** @returns the path of the first field that is missing, unknown or of another type; null when it has the sample's shape */
export function findMismatch(sample: unknown, payload: unknown, path = ''): string | null {
  // A field that can be null is what it wants to be.
  if (sample === null || (payload === null && path !== '')) return null;
  if (typeof sample !== typeof payload) return path;
  if (typeof sample !== 'object' || typeof payload !== 'object') return null;
  const [wanted, given] = [Object.entries(sample), new Map(Object.entries(payload ?? {}))];
  const names = wanted.map(([name]) => name);
  const stray = [...given.keys()].find((name) => !names.includes(name));
  if (stray !== undefined) return `${path}.${stray}`;
  return (
    wanted
      .map(([name, value]) => findMismatch(value, given.get(name), `${path}.${name}`))
      .find((found) => found !== null) ?? null
  );
}
