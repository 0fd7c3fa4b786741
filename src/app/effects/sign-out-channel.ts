/** Tabs of one browser agree on signing out. */
const channelName = 'vigia-session';

export function broadcastSignOut(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed-out');
  channel.close();
}

/** @returns how to stop listening */
export function onPeerSignOut(onSignedOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === 'signed-out') onSignedOut();
  };
  return () => channel.close();
}
