/** Reasons why a whole crawl is rejected; counted by reason. */

const crawlErrorReasons = [
  /** The name resolves to a blocked address. */
  'address',
  'network',
  'timeout',
  /** To another address, or a link to another server. */
  'redirect',
  'throttled',
  'status',
  /** Neither JSON nor CSV, whichever the mapping says. */
  'content',
  'too_large',
  /** No page of listings. */
  'shape',
  /** An expression of the mapping failed, or took too long or too much memory. */
  'expression',
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
  /** What exactly, as a Spanish sentence. */
  readonly detail?: string;
}
