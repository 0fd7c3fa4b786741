/** What each page of a crawl is asked for with, by the paging of its mapping. */
import type { PageRequest } from './fetch-page.ts';
import type { MappedSource } from './mapping.ts';

type Paging = MappedSource['request']['paging'];

/** Where a page is: its place, and what the page before called the next. */
export interface PagePosition {
  readonly index: number;
  readonly next: string | null;
}

/** Of a full page; null where the mapping names none. */
export const sizeOf = (paging: Paging): number | null =>
  ('size' in paging ? paging.size : undefined) ?? null;

/** @returns null for a link to another server */
export function pageRequestOf(
  { url: base, method, body, paging }: MappedSource['request'],
  { index, next }: PagePosition,
): PageRequest | null {
  const url = new URL(base);
  const sent = method === 'GET' ? null : structuredClone(body ?? {});
  if (paging.by === 'link' && next !== null) {
    const link = URL.parse(next, url);
    const isOwn = link?.origin === url.origin && link.username + link.password === '';
    return isOwn ? { url: link, body: sent && JSON.stringify(sent) } : null;
  }
  for (const [name, value] of parametersOf(paging, { index, next })) {
    if (sent === null) url.searchParams.set(name, String(value));
    else setAt(sent, name.split('.'), value);
  }
  return { url, body: sent && JSON.stringify(sent) };
}

function parametersOf(paging: Paging, { index, next }: PagePosition): [string, string | number][] {
  if (paging.by === 'none' || paging.by === 'link') return [];
  const { parameter, size, sizeParameter } = paging;
  const own = {
    number: () => ('first' in paging ? paging.first : 1) + index,
    offset: () => index * (size ?? 0),
    cursor: () => next,
  }[paging.by]();
  return [
    ...(own === null ? [] : [[parameter, own] satisfies [string, string | number]]),
    ...(sizeParameter === undefined || size === undefined
      ? []
      : [[sizeParameter, size] satisfies [string, number]]),
  ];
}

function setAt(
  target: Record<string, unknown>,
  [name = '', ...rest]: string[],
  value: unknown,
): void {
  if (rest.length === 0) target[name] = value;
  else {
    const inner = target[name];
    const next = typeof inner === 'object' && inner !== null ? inner : {};
    target[name] = next;
    setAt(next as Record<string, unknown>, rest, value);
  }
}
