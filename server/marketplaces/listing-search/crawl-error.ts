/** Why a whole crawl was refused; each is counted under its reason. */

export const crawlErrorReasons = [
  /** The name resolves to an address that may not be asked. */
  'address',
  'network',
  'timeout',
  'redirect',
  'throttled',
  'status',
  /** Not JSON. */
  'content',
  'too_large',
  /** JSON, but no page of listings. */
  'shape',
  /** The market moved under the crawl. */
  'total_changed',
  'page_incomplete',
  'repeated',
  /** A market without a single listing is an outage until proved otherwise. */
  'empty',
  /** The wall clock went back behind the last reading. */
  'clock',
] as const;

export interface CrawlError {
  readonly kind: 'fault';
  readonly reason: (typeof crawlErrorReasons)[number];
  /** The wait the source asked for. */
  readonly retryAfterMs: number | null;
}
