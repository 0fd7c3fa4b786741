/** Reasons why a whole crawl is rejected; counted by reason. */

const crawlErrorReasons = [
  /** The name resolves to a blocked address. */
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
  /** Far fewer rows than its own total promises, or more. */
  'page_incomplete',
  /** A page repeats others, or many listings come twice with two prices. */
  'repeated',
  /** A market without any listing counts as an outage. */
  'empty',
] as const;

export interface CrawlError {
  readonly kind: 'error';
  readonly reason: (typeof crawlErrorReasons)[number];
  /** The wait that the source requested; null = none. */
  readonly retryAfterMs: number | null;
}
