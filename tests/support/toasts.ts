/**
 * Toasts leave by themselves after two seconds, which a busy machine lets pass between two looks of a test: so the
 * page itself keeps what it has shown, and tests ask for that.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';

export type ToastKind = 'success' | 'error';

declare global {
  interface Window {
    shownToasts?: { readonly kind: string; readonly text: string }[];
  }
}

/** For every page of the context. Another document begins anew. */
export const keepToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const shown: Window['shownToasts'] = [];
    window.shownToasts = shown;
    const met = new WeakSet<Element>();
    // Shown is what has come into sight, not what is only in the document.
    const sight = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        sight.unobserve(target);
        const kind = /notistack-MuiContent-(\w+)/.exec(target.className)?.[1] ?? '';
        shown.push({ kind, text: target.textContent.trim() });
      }
    });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.notistack-MuiContent[role="alert"]')) {
        if (met.has(toast)) continue;
        met.add(toast);
        sight.observe(toast);
      }
    }).observe(document, { childList: true, subtree: true });
  });

/** What toasts of this kind have said so far, gone or not. */
export const shownToasts = (page: Page, kind: ToastKind): Promise<string[]> =>
  page.evaluate(
    (wanted) =>
      (window.shownToasts ?? []).filter((toast) => toast.kind === wanted).map(({ text }) => text),
    kind,
  );

/** Once and no more. @param text part of what it says */
export const expectToast = (page: Page, text: string, kind: ToastKind = 'success') =>
  expect
    .poll(async () => (await shownToasts(page, kind)).filter((words) => words.includes(text)))
    .toEqual([expect.stringContaining(text)]);
