/** BroadcastChannel that signs out all tabs of a browser together. */
const channelName = 'vigia-session';

export function broadcastSignOut(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed-out');
  channel.close();
}

/** @returns unsubscribe function */
export function onPeerSignOut(onSignedOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === 'signed-out') onSignedOut();
  };
  return () => channel.close();
}
