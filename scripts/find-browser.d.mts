/** Finds a Chromium to drive. @returns its path, or null where there is none */
export function findBrowser(): Promise<string | null>;
