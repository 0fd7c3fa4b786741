/** BroadcastChannel of cache invalidations between tabs: tags only, each tab refetches for itself. */
import { type CacheTag, cacheTags } from '#store/api/base-api.ts';

const channelName = 'vigia-invalidations';

export function openInvalidationChannel() {
  const channel = new BroadcastChannel(channelName);
  return {
    publish(tags: readonly CacheTag[]): void {
      channel.postMessage(tags);
    },
    /** @returns function that closes the channel in both directions */
    listen(onInvalidated: (tags: readonly CacheTag[]) => void): () => void {
      // Another tab may run another version of the app, so the message is validated.
      channel.onmessage = ({ data }) =>
        onInvalidated(cacheTags.filter((tag) => Array.isArray(data) && data.includes(tag)));
      return () => channel.close();
    },
  };
}
