/** The session a store is made with, as far as most tests need one: signed in, and nothing ever ends. */
export const storeSession = {
  usableToken: async () => 'token',
  rejectToken: () => {},
  rejectRenewedToken: () => {},
  beginEnding: () => () => {},
  onSessionEnded: () => () => {},
};
