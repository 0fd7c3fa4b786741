/** @returns the path of a Chromium to drive, or null where none can be had */
export function findBrowser(): Promise<string | null>;
