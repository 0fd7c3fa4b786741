/** Steps: how the hosted services answer the page, at the network: errors in Google's format, late, never, not at all. */
import { delay, HttpResponse, http, passthrough } from 'msw';
import { network, requests } from './page.ts';
import type { Step } from './spec-row.ts';

type Operation = 'signUp' | 'signInWithPassword' | 'sendOobCode' | 'lookup' | 'update';

export const urlOf = (operation: Operation) => new RegExp(`/accounts:${operation}$`);
export const lookupUrl = urlOf('lookup');
export const tokenServiceUrl = /\/securetoken\.googleapis\.com\/v1\/token/;
export const documentsUrl = /\/documents:/;

/** @param message Google's, such as `TOO_MANY_ATTEMPTS_TRY_LATER`; the SDK turns it into its error code */
export const googleError = (message: string, status = 400) =>
  HttpResponse.json(
    {
      error: {
        code: status,
        message,
        errors: [{ message, domain: 'global', reason: 'invalid' }],
        status: 'INVALID_ARGUMENT',
      },
    },
    { status },
  );
export const proxyPage = (status = 502) => HttpResponse.html('<h1>Bad gateway</h1>', { status });

export const answeredWith =
  (url: RegExp | string, answer: () => Response): Step =>
  () =>
    network.use(http.all(url, () => answer()));

export const stubError = (operation: Operation, message: string): Step =>
  answeredWith(urlOf(operation), () => googleError(message));
export const stubRenewalError: Step = answeredWith(tokenServiceUrl, () =>
  googleError('TOKEN_EXPIRED'),
);
export const away = (url: RegExp): Step => answeredWith(url, () => HttpResponse.error());

/** Requests are never answered; with `once`, the first alone. */
export const silent =
  (url: RegExp, options: { readonly once?: boolean } = {}): Step =>
  () =>
    network.use(http.all(url, () => delay('infinite'), options));

/** The services are back. */
export const answering: Step = () => network.resetHandlers();

/** Delays every request until `release` is called. */
export function delayRequests(url: RegExp | string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const start: Step = () =>
    network.use(
      http.all(url, async () => {
        await released;
        return passthrough();
      }),
    );
  return { start, release: () => release() };
}

/** What the page has sent to an address. */
export const sentTo = (url: RegExp): Request[] =>
  requests.filter((request) => url.test(request.url.split('?')[0] ?? ''));
