/** Redirects to a page of the payment provider. */
export const redirectTo = (url: string): void => window.location.assign(url);
