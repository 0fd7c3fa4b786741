/** One alert of a mail, formatted for both the HTML and the plain-text part. */
import type { AlertMailData } from '../db/alerts/unsent-alerts.ts';
import type { DayChange } from './format.ts';

/** Built by `toAlertSection`, which is where an alert that cannot be rendered fails. */
export interface AlertSection {
  readonly alert: AlertMailData;
  readonly label: string;
  /** “ha quedado por debajo de 180 €” */
  readonly reason: string;
  readonly rule: string;
  /** “Tu nota: …”; null without one. */
  readonly note: string | null;
  readonly value: string;
  /** Without `,00`, for a subject. */
  readonly shortValue: string;
  readonly previous: string | null;
  /** null when nothing is listed now. */
  readonly now: string | null;
  /** The price now is on the near side of the line again. */
  readonly isBack: boolean;
  /** “▼ baja 8,2 %”; null without a price then or now. */
  readonly dayChange: DayChange | null;
  readonly lastSale: string | null;
  readonly observedAt: string;
  readonly observedClock: string;
  readonly rearmText: string;
  readonly chartUrl: string;
  /** The collectible's page at the marketplace; null = none. */
  readonly marketUrl: string | null;
  readonly snoozeUrl: string;
  readonly pauseUrl: string;
  readonly changeUrl: string;
}

/** What one threshold said in a mail of several alerts. */
export interface AlertEntry {
  /** Its last. */
  readonly section: AlertSection;
  readonly times: number;
}
