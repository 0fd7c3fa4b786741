/** The server's log: what happened and to which request, and nothing a person would not want read by others. */
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
        // Queries carry the tokens of mail links and what people look for; addresses are theirs.
        req: ({ id, method, url }: LoggedRequest) => ({ id, method, path: url.split('?')[0] }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        err: faultOf,
      },
      hooks: {
        // Without words of ours the line would be headed by the error's own, which may quote a person.
        logMethod(given, write) {
          const [what, ...words] = given;
          if (typeof what === 'object' && words.length === 0) write.call(this, what, 'fault');
          else write.apply(this, given);
        },
      },
    },
    destination ?? pino.destination(1),
  );

interface Fault {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly at: readonly string[];
  readonly cause?: Fault | undefined;
}

/** Of an error what tells where and why. Its other fields may hold rows: a database says the values it refused. */
function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', at: [] };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  const at = stack.split('\n').flatMap((line) => /^ {4}at (.+)$/.exec(line)?.[1] ?? []);
  return {
    type: name,
    message: withoutPeople(message),
    ...code,
    at,
    ...(cause === undefined ? {} : { cause: faultOf(cause) }),
  };
}

/**
 * A failed query's message goes on with its parameters; other messages quote what they were given, at any length:
 * each word is looked at from its beginning only.
 */
const withoutPeople = (message: string) =>
  (message.split('\nparams:')[0] ?? '')
    .replace(/(?<![^\s"'<>(@])[^\s"'<>(@]+@[^\s"'<>)@]+\.[^\s"'<>)@]+/g, '[address]')
    .replace(/(?<![\w-])[\w-]{10,}\.[\w-]{10,}(\.[\w-]+)?/g, '[token]');
