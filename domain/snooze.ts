/** How long a snoozed threshold is silent: one length for mail links, the alert list and the settings. */
export const snoozeMs = 24 * 3_600_000;
