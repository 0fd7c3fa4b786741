/**
 * Records the toasts a page has shown. They expire after two seconds, so a test that polls on a busy machine could
 * miss them.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';

export type ToastKind = 'success' | 'error';

declare global {
  interface Window {
    shownToasts?: { readonly kind: string; readonly text: string }[];
  }
}

/** For every page of the context; each document has a record of its own. */
export const recordToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const shown: Window['shownToasts'] = [];
    window.shownToasts = shown;
    const observed = new WeakSet<Element>();
    // Recorded when it becomes visible, not when it is inserted.
    const visibility = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        visibility.unobserve(target);
        const kind = /notistack-MuiContent-(\w+)/.exec(target.className)?.[1] ?? '';
        shown.push({ kind, text: target.textContent.trim() });
      }
    });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.notistack-MuiContent')) {
        if (observed.has(toast)) continue;
        observed.add(toast);
        visibility.observe(toast);
      }
    }).observe(document, { childList: true, subtree: true });
  });

/** Texts of the toasts of this kind shown so far, expired ones included. */
export const shownToasts = (page: Page, kind: ToastKind): Promise<string[]> =>
  page.evaluate(
    (wanted) =>
      (window.shownToasts ?? []).filter((toast) => toast.kind === wanted).map(({ text }) => text),
    kind,
  );

/** Expects exactly one toast with this text. @param text part of the toast's text */
export const expectToast = (page: Page, text: string, kind: ToastKind = 'success') =>
  expect
    .poll(async () => (await shownToasts(page, kind)).filter((words) => words.includes(text)))
    .toEqual([expect.stringContaining(text)]);
