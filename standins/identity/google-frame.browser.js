// The hidden frame inside the app: passes on what the Google window answers.
const app = window.gapi.iframes.getContext().getParentIframe();

app.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }));

addEventListener('message', ({ origin, data }) => {
  if (origin !== location.origin || !data?.authEvent) return;
  app.send('authEvent', { type: 'authEvent', authEvent: data.authEvent }, () => undefined);
});
