/** The pino logger, with serializers that leave out tokens and personal data. */
import { type Logger, pino } from 'pino';

interface LoggedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
}

/** @param destination where lines go instead of the standard output */
export const createLogger = (level: string, destination?: pino.DestinationStream): Logger =>
  pino(
    {
      level,
      redact: ['*.token', '*.password', '*.authorization'],
      serializers: {
        // Without the query string (tokens of mail links, search texts), headers and IP address.
        req: ({ id, method, url }: LoggedRequest) => ({ id, method, path: url.split('?')[0] }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        err: serializeError,
      },
      hooks: {
        // Without a message pino uses the error's, which may quote personal data.
        logMethod(args, write) {
          const [what, ...words] = args;
          if (typeof what === 'object' && words.length === 0) write.call(this, what, 'fault');
          else write.apply(this, args);
        },
      },
    },
    destination ?? pino.destination(1),
  );

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly at: readonly string[];
  readonly cause?: LoggedError | undefined;
}

/** Type, message, code, stack and cause of an error; other fields may hold row values (`detail` of PostgreSQL). */
function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', at: [] };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  const at = stack.split('\n').flatMap((line) => /^ {4}at (.+)$/.exec(line)?.[1] ?? []);
  return {
    type: name,
    message: redactPersonalData(message),
    ...code,
    at,
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  };
}

/**
 * Cuts off a failed query's parameters, and replaces e-mail addresses and tokens. The lookbehinds start a match only at
 * the beginning of a word, which keeps the patterns linear on long messages.
 */
const redactPersonalData = (message: string) =>
  (message.split('\nparams:')[0] ?? '')
    .replace(/(?<![^\s"'<>(@])[^\s"'<>(@]+@[^\s"'<>)@]+\.[^\s"'<>)@]+/g, '[address]')
    .replace(/(?<![\w-])[\w-]{10,}\.[\w-]{10,}(\.[\w-]+)?/g, '[token]')
    .replace(/vigia_[\w-]{10,}/g, '[key]');
