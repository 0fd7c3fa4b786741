/** Assertions on what the page shows, as steps of a spec row. */
import type { Page } from '@playwright/test';
import { shownToasts } from '#tests/support/toasts.ts';
import { expect } from './fixtures.ts';
import type { Step } from './spec-row.ts';

export type Role = Parameters<Page['getByRole']>[0];

/** Toasts of one kind that are on the page now. */
export const toasts = (page: Page, kind: 'success' | 'error') =>
  page.locator(`.notistack-MuiContent-${kind}[role="${kind === 'error' ? 'alert' : 'status'}"]`);

/** A toast was shown exactly once; it may be gone by now. */
export const toast =
  (kind: 'success' | 'error', text: string): Step =>
  ({ page }) =>
    expect
      .poll(async () => (await shownToasts(page, kind)).filter((words) => words.includes(text)))
      .toEqual([text]);

/** An element with this role and exactly this accessible name. */
export const named =
  (role: Role, name: string): Step =>
  ({ page }) =>
    expect(page.getByRole(role, { name, exact: true }).first()).toBeVisible();

export const text =
  (words: string | RegExp): Step =>
  ({ page }) =>
    expect(page.getByText(words, { exact: true }).first()).toBeVisible();

/** The text of a live region (`role=status`). */
export const status =
  (words: string): Step =>
  ({ page }) =>
    expect(page.getByRole('status').filter({ hasText: words })).toHaveText(words);

export const alert =
  (words: string): Step =>
  ({ page }) =>
    expect(page.getByRole('alert').filter({ hasText: words })).toHaveText(words);

/** A field's error message: visible, its accessible description, and the field `aria-invalid`. */
export const fieldMessage =
  (label: string, message: string): Step =>
  async ({ page }) => {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  };

export const link =
  (name: string, href: string): Step =>
  async ({ page, vigia }) => {
    const found = page.getByRole('link', { name, exact: true }).first();
    await expect(found).toBeVisible();
    expect(new URL((await found.getAttribute('href')) ?? '', vigia.origin).href).toBe(
      new URL(href, vigia.origin).href,
    );
  };

export const at =
  (path: string): Step =>
  ({ page, vigia }) =>
    expect(page).toHaveURL(`${vigia.origin}${path}`);

export const storedToken = ({ page }: { readonly page: Page }): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('authToken'));
