/** Reasons why a whole crawl is rejected; counted by reason, each with what it means in Spanish. */

const crawlErrors = {
  address:
    'su nombre lleva a una dirección privada o especial que no está en MARKET_ALLOWED_ADDRESSES',
  network: 'no responde',
  timeout: 'tarda demasiado en responder',
  /** To another address, or a link to another server. */
  redirect: 'redirige a otra dirección',
  throttled: 'pide esperar',
  status: 'responde con un error',
  /** Neither JSON nor CSV, whichever the mapping says. */
  content: 'responde en otro formato',
  too_large: 'sus páginas son más, o más grandes, que los límites',
  /** No page of listings. */
  shape: 'responde otra cosa que una página de anuncios',
  /** An expression of the mapping failed, or took too long or too much memory. */
  expression: 'una expresión no se puede evaluar',
  /** Far fewer rows than its own total promises, or more. */
  page_incomplete: 'sus páginas tienen muchos más o menos anuncios de los que dice el total',
  /** A page repeats others, or many listings come twice with two prices. */
  repeated: 'sus páginas se repiten o se contradicen',
  /** A market without any listing counts as an outage. */
  empty: 'no tiene ningún anuncio',
} as const;

export interface CrawlError {
  readonly kind: 'error';
  readonly reason: keyof typeof crawlErrors;
  /** The wait that the source requested; null = none. */
  readonly retryAfterMs: number | null;
  /** What exactly, as a Spanish sentence. */
  readonly detail?: string;
}

/** @param where as the operator knows it */
export const describeCrawlError = (where: string, { reason, detail }: CrawlError): string =>
  `No se puede leer el mercado de ${where} (${reason}): ${crawlErrors[reason]}. ${detail ?? ''}`.trim();
