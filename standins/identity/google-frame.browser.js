// Script of the hidden frame inside the app: forwards the Google popup's result to the SDK.
const parentPeer = window.gapi.iframes.getContext().getParentIframe();

parentPeer.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }));

addEventListener('message', ({ origin, data }) => {
  if (origin !== location.origin || !data?.authEvent) return;
  parentPeer.send('authEvent', { type: 'authEvent', authEvent: data.authEvent }, () => undefined);
});
