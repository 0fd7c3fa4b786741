/**
 * Tells an identity service that is away, or throttles, from one that refuses. The SDK signs a stored user out at any
 * answer it can read but a success, and calls every other one a lost network.
 */

const identityUrl = /\/(?:identitytoolkit|securetoken)\.googleapis\.com\//;
/** The requests whose refusal ends a session. */
const sessionUrl = /accounts:lookup\?|\/securetoken\.googleapis\.com\//;
/** Of a 400, too. */
const throttled = /^(?:TOO_MANY_ATTEMPTS_TRY_LATER|QUOTA_EXCEEDED)\b/;
/** Travels in the SDK's error, whose code then says no network. */
const awayMessage = 'the identity service is away';
const awayCode = 'auth/unavailable';

let guarded: typeof fetch | null = null;

/** The SDK takes the page's `fetch` at each request, and has no other place to see an answer before it. */
export function guardIdentityAnswers(): void {
  if (globalThis.fetch === guarded) return;
  const send = globalThis.fetch;
  guarded = (input, init) => {
    const answer = send(input, init);
    return typeof input === 'string' && identityUrl.test(input)
      ? answer.then((response) => withoutOutage(input, response))
      : answer;
  };
  globalThis.fetch = guarded;
}

/** @throws for a session's request that was not refused: to the SDK that is a lost network, and it keeps the user */
async function withoutOutage(url: string, response: Response): Promise<Response> {
  if (response.ok) return response;
  const { status } = response;
  const message = await messageIn(response.clone());
  if (sessionUrl.test(url)) {
    const isRefusal =
      message !== null && status < 500 && status !== 429 && !throttled.test(message);
    if (!isRefusal) throw new Error(awayMessage);
  }
  // A proxy's page, which the SDK could not read.
  return message === null
    ? new Response('{"error":{"message":"UNAVAILABLE"}}', { status })
    : response;
}

async function messageIn(response: Response): Promise<string | null> {
  try {
    const { error } = (await response.json()) as { error: { message: unknown } };
    return typeof error.message === 'string' ? error.message : null;
  } catch {
    return null;
  }
}

/** What the SDK rejects with; an answer that said nothing about the request has a code of its own. */
export async function withAwayCode<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const { customData } = error as { customData?: { message?: unknown } };
    if (String(customData?.message).includes(awayMessage))
      throw Object.assign(new Error(awayMessage), { code: awayCode });
    throw error;
  }
}
