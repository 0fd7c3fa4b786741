// The hidden frame inside the app: forwards the Google window's result to the SDK.
const app = window.gapi.iframes.getContext().getParentIframe();

app.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }));

addEventListener('message', ({ origin, data }) => {
  if (origin !== location.origin || !data?.authEvent) return;
  app.send('authEvent', { type: 'authEvent', authEvent: data.authEvent }, () => undefined);
});
