/** What each guard and each delay means in a sentence, and where the rule comes from. A name without a row fails the test. */
import type { MachineRules } from './rule.ts';

const ours = (why: string): string => `ours: ${why}`;
const section4 = 'specification §4';

export const rules: Readonly<Record<string, MachineRules>> = {
  authSession: {
    guards: {
      isCurrentToken: {
        rule: 'The token refused is the one we hold.',
        source: `${section4}, “on a 401 or 403 the client forces a token refresh”; once for many refusals`,
      },
      isNewToken: {
        rule: 'The same person, with a token we do not hold yet.',
        source: `${section4}, “the token is refreshed every 50 minutes”`,
      },
      isOtherUser: {
        rule: 'Another person than the one signed in here.',
        source: `${section4}, “when the user is absent, the profile and the token are cleared”`,
      },
      isDue: {
        rule: 'The token is 50 minutes old or older.',
        source: `${section4}, “the token is refreshed every 50 minutes”; §9`,
      },
      isOffline: {
        rule: 'The identity service was not reached: `auth/network-request-failed`.',
        source: ours(
          'only a refusal is a failed refresh; no network is waited for until the token expires',
        ),
      },
      isRegistering: {
        rule: 'The sign-in under way makes an account with e-mail and password.',
        source: `${section4}, “after signup, navigate to /dashboard after 1 second”`,
      },
      isUsersWish: {
        rule: 'The person asked to sign out.',
        source: 'specification §8, Logout: success and failure each have a toast',
      },
      mayStay: {
        rule: 'The person asked to sign out, and was in.',
        source: 'specification §8, Logout, “Error al cerrar sesión”',
      },
    },
    delays: {
      slowCheck: {
        rule: 'How long the splash stays silent.',
        source: ours('after 10 s the splash says so and offers a retry'),
      },
      postSignupDelay: {
        rule: 'How long a new account reads its welcome.',
        source: `${section4}; §9`,
      },
      refreshDelay: {
        rule: '50 minutes, less what the token has aged before it reached us.',
        source: `${section4}, “refreshed every 50 minutes”; §9`,
      },
      retryDelay: {
        rule: '5 s, doubled with each attempt that found no network, a minute at most.',
        source: ours('gentle on a network that comes and goes'),
      },
      untilExpiry: {
        rule: 'What is left of the token’s life when the renewal begins, half a minute at least.',
        source: `${section4}, “if the refresh fails, the user is logged out”`,
      },
    },
  },
  passwordReset: {
    guards: {
      isEmpty: {
        rule: 'Nothing but spaces was typed.',
        source: 'specification §5, “Por favor ingresa tu correo electrónico”',
      },
    },
    delays: {},
  },
  contactModal: {
    guards: {
      isFit: {
        rule: 'Name, address, subject and message are there, the address looks like one, none is too long. Provided by `src/app`.',
        source: 'specification §5, Contact form; lengths are ours',
      },
      isHidden: {
        rule: 'The modal was closed while the message was on its way.',
        source: ours('a message on its way cannot be called back; a toast tells its outcome'),
      },
    },
    delays: {
      autoClose: {
        rule: 'How long the success banner stays.',
        source: `${section4}, “the modal closes itself after 3 seconds”; §9`,
      },
      sendPatience: {
        rule: 'Without an answer for this long the message counts as not sent.',
        source: ours('the specification lets a failure show; a silence would show nothing'),
      },
    },
  },
  onboarding: {
    guards: {
      hasThreshold: {
        rule: 'A threshold exists already.',
        source: ours('another day begins where this one ended'),
      },
      hasMatch: {
        rule: 'A match is watched already.',
        source: ours('another day begins where this one ended'),
      },
    },
    delays: {},
  },
  liveFeed: {
    guards: {
      mayRest: {
        rule: 'This tab is not the one that shows the browser’s notices.',
        source: 'decision 020',
      },
    },
    delays: {
      backoff: {
        rule: '1 s, doubled with each attempt up to 30 s, spread by up to half; never sooner than the server asks.',
        source: ours('a thousand tabs must not come back in the same second'),
      },
      hiddenGrace: {
        rule: 'How long a page may be hidden before its stream is let go.',
        source: ours('a stream nobody looks at costs a connection'),
      },
    },
  },
  mailDelivery: {
    guards: {
      isLate: {
        rule: 'Not the last attempt: another sender has claimed the mail since.',
        source: 'alerts.md, rule 10; the same condition stands in the `UPDATE`',
      },
      isPermanent: {
        rule: 'The relay’s reply code is 500 or more.',
        source: 'alerts.md, rule 10: “5xx … go to `failed`”; RFC 5321, 4.2.1',
      },
      isExhausted: {
        rule: 'As many attempts as a mail has: sixty, most of a day.',
        source: 'alerts.md, rule 10: “exhausted retries go to `failed`”',
      },
    },
    delays: {},
  },
  subscription: {
    guards: {
      isOutranked: {
        rule: 'An older reading of the same subscription, or an older subscription.',
        source: 'decision 018: “what is read decides”',
      },
      isIncomplete: {
        rule: 'The first charge is not done.',
        source: 'decision 018; the provider’s `incomplete`',
      },
      isCancelScheduled: {
        rule: 'Running, and told to end at an instant.',
        source: `${section4}, “cancellation takes effect at period end”`,
      },
      isActive: { rule: 'Running, and renews.', source: `${section4}, “auto-renews each period”` },
      isWithinGrace: {
        rule: 'The charge is owed, for less than seven days when it was read.',
        source: 'decision 018: “a failed charge leaves the plan for seven days”',
      },
      isGraceOver: {
        rule: 'Seven days have passed since the charge was owed.',
        source: 'decision 018: “then it is Básico”',
      },
      isPastEnd: {
        rule: 'The instant it was cancelled for has come.',
        source: `${section4}, “cancellation takes effect at period end”`,
      },
    },
    delays: {},
  },
  sourceHealth: {
    guards: {
      isOverdue: {
        rule: 'Somebody reads the source, and it has been silent for longer than three expected intervals, or always.',
        source: ours(
          'prices that are old must not look like prices of now; by arrival, so a replay is never old',
        ),
      },
    },
    delays: {},
  },
  circuitBreaker: {
    guards: {
      isLastStraw: {
        rule: 'With this failure there are as many in a row as open the circuit: five for a listing search.',
        source: ours('who asks a marketplace is its guest; docs/adding-a-marketplace.md'),
      },
      isRested: {
        rule: 'The wait after the last failure is over.',
        source: ours(
          'one attempt after 30–60 s, then rarer, up to 15 minutes; never sooner than asked for',
        ),
      },
    },
    delays: {},
  },
};
