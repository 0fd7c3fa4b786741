/** Leaves the app for a page of the card provider. */
export const redirectTo = (url: string): void => window.location.assign(url);
