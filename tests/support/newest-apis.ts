/** APIs that at least one of the oldest supported browsers (vite.config.ts) lacks, and the script that deletes them. */
import type { BrowserContext } from '@playwright/test';

/** Object on the page → its members. */
export const newestApis: Readonly<Record<string, readonly string[]>> = {
  window: ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'Iterator'],
  Promise: ['withResolvers', 'try'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  Array: ['fromAsync'],
  RegExp: ['escape'],
  Error: ['isError'],
  Math: ['sumPrecise'],
  URL: ['canParse', 'parse'],
  AbortSignal: ['any'],
  Response: ['json'],
  ReadableStream: ['from'],
  Intl: ['Segmenter', 'DurationFormat'],
  Uint8Array: ['fromBase64', 'fromHex'],
  CSS: ['highlights'],
  Document: ['parseHTMLUnsafe'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'Set.prototype': [
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  ],
  'Uint8Array.prototype': ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
  'ArrayBuffer.prototype': ['transfer', 'transferToFixedLength', 'resize'],
  'Blob.prototype': ['bytes'],
  'Response.prototype': ['bytes'],
  'Headers.prototype': ['getSetCookie'],
  'Document.prototype': ['startViewTransition', 'caretPositionFromPoint'],
  'Element.prototype': ['checkVisibility', 'setHTMLUnsafe', 'getHTML', 'moveBefore'],
  'HTMLElement.prototype': ['showPopover', 'hidePopover', 'togglePopover'],
  'HTMLDialogElement.prototype': ['requestClose', 'closedBy'],
};

/** Iterator helpers: `Iterator` itself is deleted, but every iterator inherits from its prototype. */
const iteratorHelpers = ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'find'];

/** Makes the browser as poor as the oldest supported ones, in every page of the context. */
export async function deleteNewestApis(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ([apis, helpers]) => {
      const valueAt = (path: string) =>
        path.split('.').reduce<unknown>((object, key) => Reflect.get(Object(object), key), window);
      const remove = (object: unknown, keys: readonly PropertyKey[]) => {
        for (const key of keys) Reflect.deleteProperty(Object(object), key);
      };
      remove(Object.getPrototypeOf(Object.getPrototypeOf([].values())), helpers);
      remove(ReadableStream.prototype, [Symbol.asyncIterator, 'values']);
      for (const [path, keys] of Object.entries(apis)) remove(valueAt(path), keys);
    },
    [newestApis, iteratorHelpers] as const,
  );
}
