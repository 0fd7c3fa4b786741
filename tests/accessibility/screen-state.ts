/** Type of a screen state: a route or the state before it, and the steps that bring a page to the state. */
import type { Page } from '@playwright/test';

export interface ScreenState {
  readonly name: string;
  /** None: the state follows from the one before it, in its page. */
  readonly path?: string;
  /** Opened with a signed-in session. */
  readonly signedIn?: true;
  /** Has a page of its own, because it leaves the page changed for good, for instance with a simulated clock. */
  readonly ownPage?: true;
  /** Runs before the route is opened: replaces answers of services. */
  readonly mock?: (page: Page) => Promise<unknown>;
  /** Brings the page to the state and waits until it is there. */
  readonly reach?: (page: Page) => Promise<void>;
}
