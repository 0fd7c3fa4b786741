/** BroadcastChannel of cache invalidations between tabs: tags only, each tab refetches for itself. */
import { type SharedTag, sharedTags } from '#store/cross-tab-invalidation.ts';

const channelName = 'vigia-invalidations';

export function openInvalidationChannel() {
  const channel = new BroadcastChannel(channelName);
  return {
    publish(tags: readonly SharedTag[]): void {
      channel.postMessage(tags);
    },
    /** @returns function that closes the channel in both directions */
    listen(onInvalidated: (tags: readonly SharedTag[]) => void): () => void {
      // Another tab may run another version of the app, so the message is validated.
      channel.onmessage = ({ data }) =>
        onInvalidated(sharedTags.filter((tag) => Array.isArray(data) && data.includes(tag)));
      return () => channel.close();
    },
  };
}
