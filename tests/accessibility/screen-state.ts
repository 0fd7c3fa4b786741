/** A route in one of its states, and how a test brings a page there. */
import type { Page } from '@playwright/test';

export interface ScreenState {
  readonly name: string;
  readonly path: string;
  /** Behind the sign-in. */
  readonly signedIn?: true;
  /** Brings the page to the state and waits until it is there. */
  readonly reach?: (page: Page) => Promise<void>;
}
