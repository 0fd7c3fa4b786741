/** Assertions on what the page shows, as steps of a spec row. */
import { type ByRoleMatcher, screen } from '@testing-library/dom';
import { expect } from 'vitest';
import type { Name } from './actions.ts';
import { eventually, origin, toasts } from './page.ts';
import type { Step } from './spec-row.ts';

/** Repeats an assertion until it holds. */
export const until =
  (assertion: () => unknown): Step =>
  () =>
    eventually(assertion);

/** A toast was shown exactly once; it may be gone by now. */
export const toast = (kind: 'success' | 'error', text: string): Step =>
  until(() =>
    expect(toasts.filter((shown) => shown.text.includes(text))).toEqual([{ kind, text }]),
  );

/** An element with this role and exactly this accessible name. */
export const named = (role: ByRoleMatcher, name: Name): Step =>
  until(() => expect(screen.getAllByRole(role, { name })[0]).toBeVisible());

/** Within one element, whatever its own elements are. */
export const text = (words: Name): Step =>
  until(() => expect(screen.getAllByText(words)[0]).toBeVisible());

const liveRegion =
  (role: 'status' | 'alert') =>
  (words: string): Step =>
    until(() => {
      const shown = screen.getAllByRole(role).map(({ textContent }) => textContent.trim());
      expect(shown.filter((region) => region.includes(words))).toEqual([words]);
    });
export const status = liveRegion('status');
export const alert = liveRegion('alert');

/** A field's error message: visible, its accessible description, and the field `aria-invalid`. */
export const fieldMessage = (label: string, message: string): Step =>
  until(() => {
    const field = screen.getByLabelText(label);
    expect(field).toHaveAccessibleDescription(message);
    expect(field).toBeInvalid();
    expect(screen.getByText(message)).toBeVisible();
  });

export const focused = (label: string): Step =>
  until(() => expect(screen.getByLabelText(label)).toHaveFocus());

export const link = (name: Name, href: string): Step =>
  until(() => {
    const [found] = screen.getAllByRole<HTMLAnchorElement>('link', { name });
    expect(found).toBeVisible();
    expect(found?.href).toBe(new URL(href, origin).href);
  });

export const at = (path: string): Step =>
  until(() => expect(window.location.href).toBe(`${origin}${path}`));

export const storedToken = (): string | null => localStorage.getItem('authToken');
export const tokenStored: Step = until(() =>
  expect(storedToken()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]*$/),
);
export const noToken: Step = until(() => expect(storedToken()).toBeNull());
