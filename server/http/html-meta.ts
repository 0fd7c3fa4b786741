/** Injects title, description and OpenGraph tags into index.html, for search engines and link previews. */

import { brand } from '#domain/brand.ts';
import { html } from '#domain/html.ts';
import { publicPageAt, publicPages } from '#domain/public-pages.ts';

/** public/tarjeta.png */
const card = { width: 1_200, height: 630 };

/**
 * @param path of the requested page, without its query
 * @param origin public origin of the app: OpenGraph needs absolute URLs
 * @returns the page with its own title, description and social card
 */
export function injectMetaTags(page: string, path: string, origin: string): string {
  const publicPage = publicPageAt(path);
  const { title, description } = publicPage ?? publicPages['/'];
  const name = publicPage === null ? brand.name : `${title} · ${brand.name}`;
  const address = `${origin}${path}`;
  const socialTags = html`<meta property="og:type" content="website">
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
  // Pages behind a sign-in and unknown paths are not for search engines.
  publicPage === null
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
    .replace(/<\/head>/i, (tag) => socialTags.text + tag);
}
