/** What a page says of itself before any script runs: to the tab, to search engines, and where its address is shared. */
import { brand } from '#domain/brand.ts';
import { publicPageAt, publicPages } from '#domain/public-pages.ts';
import { html } from '../html.ts';

/** public/tarjeta.png */
const card = { width: 1_200, height: 630 };

/**
 * @param path of the page asked for, without its query
 * @param origin where people reach this app: shared links need whole addresses
 * @returns the page with its own title, description and social card
 */
export function injectMetaTags(page: string, path: string, origin: string): string {
  const known = publicPageAt(path);
  const { title, description } = known ?? publicPages['/'];
  const name = known === null ? brand.name : `${title} · ${brand.name}`;
  const address = `${origin}${path}`;
  const shared = html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${brand.name}">
<meta property="og:locale" content="es_ES">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${origin}/tarjeta.png">
<meta property="og:image:width" content="${String(card.width)}">
<meta property="og:image:height" content="${String(card.height)}">
<meta property="og:image:alt" content="${brand.tagline}">
<meta name="twitter:card" content="summary_large_image">
${
  // What is behind a sign-in, or is no page at all, has nothing for a search engine.
  known === null
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${address}"><meta property="og:url" content="${address}">`
}
`;
  // Functions, because `$` in a replacement string has a meaning.
  return page
    .replace(/<title>[^<]*<\/title>/i, () => html`<title>${name}</title>`.text)
    .replace(
      /<meta name="description"[^>]*>/i,
      () => html`<meta name="description" content="${description}">`.text,
    )
    .replace(/<\/head>/i, (tag) => shared.text + tag);
}
