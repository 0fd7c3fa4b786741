/** Steps used by many rows: press a button, follow a link. */
import type { Step } from './spec-row.ts';

export const press =
  (name: string | RegExp): Step =>
  ({ page }) =>
    page
      .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
      .first()
      .click();

export const follow =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('link', { name, exact: true }).first().click();
