/** Meaning of each context field, guard and delay of the machines, with its source. A name without a row fails the test. */
import type { MachineRules } from './rule.ts';

const required = (quote: string): string => `required: “${quote}”`;
const designChoice = (why: string): string => `our choice: ${why}`;

export const rules: Readonly<Record<string, MachineRules>> = {
  authSession: {
    context: {
      session: 'User, token and the token’s instants; null when signed out.',
      credentials: 'What the user submitted; null except while signing in.',
      isNew: 'Whether the sign-in created the account.',
      reported: 'The session the SDK reported while the credentials were being checked; else null.',
      offlineAttempts: 'Consecutive refresh attempts without a network.',
      refreshStartedAtMs: 'When the current refresh began, epoch milliseconds.',
      failure: 'The last failed operation and its error code; null after a new attempt.',
      reason: 'Why the session ended; null while there is one.',
    },
    guards: {
      isCurrentToken: {
        rule: 'The rejected token is the current one.',
        source: `${required('on a 401 or 403 the client forces a token refresh')}; once for many rejections`,
      },
      isNewToken: {
        rule: 'The same user, with a different token.',
        source: required('the token is refreshed every 50 minutes'),
      },
      isOtherUser: {
        rule: 'A different user than the one signed in here.',
        source: required('when the user is absent, the profile and the token are cleared'),
      },
      isRefreshDue: {
        rule: 'The token is 50 minutes old or older.',
        source: required('the token is refreshed every 50 minutes'),
      },
      isExpired: {
        rule: 'The token has expired.',
        source: designChoice('an expired token would only be rejected'),
      },
      isOffline: {
        rule: 'The identity service was not reached: `auth/network-request-failed`.',
        source: designChoice(
          'only a refusal is a failed refresh; without a network it retries until the token expires',
        ),
      },
      isRegistering: {
        rule: 'The current sign-in registers an account with e-mail and password.',
        source: required('after signup, navigate to /dashboard after 1 second'),
      },
      isRegistered: {
        rule: 'The SDK has reported a session of the address being registered.',
        source: designChoice('the account exists: no later step may fail the signup'),
      },
      isReported: {
        rule: 'The SDK has reported a session since the sign-in began.',
        source: required('signed out becomes signed in on login, signup or Google sign-in'),
      },
    },
    delays: {
      slowCheck: {
        rule: 'Time without a first answer, or without the profile, after which the splash offers a way on.',
        source: designChoice('after 10 s a user needs to know that it is still trying'),
      },
      profileTimeout: {
        rule: 'How long a sign-in waits for the profile, and another tab for a registration.',
        source: designChoice('a silent document database must not keep anyone out'),
      },
      signInTimeout: {
        rule: 'How long the identity service may take: longer than the two requests of the SDK, 30 s each; with Google’s window open, 15 minutes.',
        source: designChoice('a silent identity service must not keep the form disabled'),
      },
      postSignupDelay: {
        rule: 'How long the welcome toast is shown before the redirect.',
        source: required('after signup, navigate to /dashboard after 1 second'),
      },
      refreshDelay: {
        rule: '50 minutes, less the token’s age when the client received it.',
        source: required('the token is refreshed every 50 minutes'),
      },
      retryDelay: {
        rule: '5 s, doubled with each attempt without a network, at most a minute.',
        source: designChoice('exponential backoff for an unstable network'),
      },
      untilExpiry: {
        rule: 'Time until the token expires, counted from the start of the refresh; at least half a minute.',
        source: required('if the refresh fails, the user is logged out'),
      },
    },
  },
  passwordReset: {
    context: {
      email: 'The address as typed.',
      code: 'Error code shown beside the field; null = none.',
    },
    guards: {
      isEmpty: {
        rule: 'The field is empty or has only spaces.',
        source: 'required: the message “Por favor ingresa tu correo electrónico”',
      },
    },
    delays: {},
  },
  contactModal: {
    context: {
      draft: 'The form’s fields, with the hidden honeypot field.',
      isChecked: 'Whether a submit failed validation, so that errors are shown.',
      failure: 'Why the last message was not sent; null = it was, or none was sent.',
    },
    guards: {
      isValid: {
        rule: 'Name, address, subject and message are present, the address is plausible, no field is too long. Provided by `src/app`.',
        source: 'required fields of the contact form; the lengths are our choice',
      },
      isHidden: {
        rule: 'The modal was closed while the message was being sent.',
        source: designChoice('a message being sent cannot be recalled; a toast shows its outcome'),
      },
    },
    delays: {
      autoClose: {
        rule: 'How long the success banner is shown.',
        source: required('the modal closes itself after 3 seconds'),
      },
      sendTimeout: {
        rule: 'Timeout of the mail service; then the message counts as not sent.',
        source: designChoice('without a timeout a lost request would show nothing'),
      },
    },
  },
  onboarding: {
    context: {
      matchId: 'The match to create the threshold on; null = none yet.',
      hasThreshold: 'Whether a threshold exists.',
      problem: 'Error of the last mail or of saving the completion; null = none.',
    },
    guards: {
      hasThreshold: {
        rule: 'A threshold exists.',
        source: designChoice('onboarding resumes at the first step that is not done'),
      },
      hasMatch: {
        rule: 'A match is watched.',
        source: designChoice('onboarding resumes at the first step that is not done'),
      },
    },
    delays: {},
  },
  channelSetup: {
    context: {
      kind: 'The kind of channel.',
      channelId: 'The channel once it is stored; null before.',
      answer: 'What the other side said to the last test; null before one was answered.',
      problem: 'Error of the last step; null = it succeeded.',
    },
    guards: {
      isPush: {
        rule: 'The channel is a browser.',
        source: designChoice(
          'a browser asks for permission, and subscribes, before it can be stored',
        ),
      },
      isTelegram: {
        rule: 'The channel is a Telegram chat.',
        source: 'docs/channels.md: linked by pressing Start on a deep link',
      },
      isWebhook: {
        rule: 'The channel is a webhook.',
        source: 'docs/channels.md: its secret is in the answer that creates it and in no other',
      },
      isGranted: {
        rule: 'The browser allows notifications.',
        source: designChoice('without permission a push would show nothing'),
      },
      isDelivered: {
        rule: 'The other side has accepted the test.',
        source: designChoice('a channel that was never seen to work is not said to work'),
      },
    },
    delays: {
      linkLifetime: {
        rule: 'How long the code in Telegram’s link is valid.',
        source: 'docs/channels.md: a quarter of an hour',
      },
    },
  },
  liveFeed: {
    context: {
      attempt: 'Consecutive connection attempts that did not open.',
      retryAfterMs: 'Minimum wait requested by the server; null = none.',
      reason: 'Why the last connection ended.',
      jitter: 'Between 0 and 1; spreads the reconnects of many clients.',
      isLeader: 'Whether this tab shows the browser notifications.',
    },
    guards: {
      isNotLeader: {
        rule: 'This tab is not the one that shows the browser notifications.',
        source: 'decision 020',
      },
    },
    delays: {
      backoff: {
        rule: '1 s, doubled with each attempt up to 30 s, with jitter of up to half; never sooner than the server’s Retry-After.',
        source: designChoice('a thousand tabs must not reconnect in the same second'),
      },
      hiddenGrace: {
        rule: 'How long a hidden page keeps its stream.',
        source: designChoice('an unused stream costs a connection'),
      },
    },
  },
  delivery: {
    context: {
      maxAttempts: 'After this many attempts a temporary failure is permanent.',
      attempts:
        'Number of claims but for those at which we were refused; the last attempt’s number is its fencing token.',
      expiredClaims: 'Claims in a row that expired without an outcome: their workers died.',
      retryAfterSeconds: 'Delay until the next attempt; null unless pending after a failure.',
    },
    guards: {
      isStaleAttempt: {
        rule: 'Not the last attempt: another worker has claimed it since.',
        source: 'docs/alerts.md, rule 10; the same condition is in the `UPDATE`',
      },
      isExhausted: {
        rule: 'No attempts are left (four hundred, four days at least), or its message is too old: a channel’s after a day.',
        source: 'docs/alerts.md, rule 10',
      },
      isLastExpiry: {
        rule: 'Seven claims in a row had expired before this one.',
        source: 'docs/alerts.md, rule 10',
      },
    },
    delays: {},
  },
  subscription: {
    context: {
      facts: 'The provider’s state as last fetched; null = never subscribed.',
    },
    guards: {
      isStaleSync: {
        rule: 'An earlier fetch of the same subscription, or an older subscription.',
        source: 'decision 018',
      },
      isIncomplete: {
        rule: 'The first charge has not succeeded.',
        source: 'decision 018; the provider’s `incomplete`',
      },
      isCancelScheduled: {
        rule: 'Running, with a scheduled cancellation.',
        source: required('cancellation takes effect at period end'),
      },
      isActive: { rule: 'Running, and renews.', source: required('auto-renews each period') },
      isWithinGrace: {
        rule: 'The charge had been overdue for less than seven days when it was fetched.',
        source: 'decision 018: a failed charge leaves the plan for seven days',
      },
      isGraceOver: {
        rule: 'Seven days have passed since the charge was due.',
        source: 'decision 018: then the plan is Básico',
      },
      isPastEnd: {
        rule: 'The scheduled cancellation has taken effect.',
        source: required('cancellation takes effect at period end'),
      },
    },
    delays: {},
  },
  sourceHealth: {
    context: {
      arrivedAtMs: 'When the newest reading arrived, epoch milliseconds; null = none yet.',
    },
    guards: {
      isOverdue: {
        rule: 'A worker reads the source, and no reading has arrived for more than three expected intervals, or ever.',
        source: designChoice(
          'outdated prices must not look current; by arrival, so a replay is never stale',
        ),
      },
    },
    delays: {},
  },
  circuitBreaker: {
    context: {
      limits: 'Failure threshold and backoff times.',
      failures: 'Consecutive failures.',
      retryAtMs: 'No request before this instant, monotonic milliseconds; 0 = at once.',
    },
    guards: {
      isFailureThresholdReached: {
        rule: 'This failure reaches the threshold of consecutive failures: five for a listing search.',
        source: designChoice('a polite client backs off; docs/adding-a-marketplace.md'),
      },
      isCooldownOver: {
        rule: 'The wait after the last failure is over.',
        source: designChoice(
          'one trial request after 30–60 s, then rarer, up to 15 minutes; never sooner than Retry-After',
        ),
      },
    },
    delays: {},
  },
};
