/** Stub of the store's session port: signed in for good. */
export const storeSession = {
  usableToken: async () => 'token',
  rejectToken: () => {},
  rejectRefreshedToken: () => {},
  beginAccountDeletion: () => () => {},
  onSessionEnded: () => () => {},
};
