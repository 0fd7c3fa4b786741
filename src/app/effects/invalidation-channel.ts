/** Tabs of one browser tell each other what has changed, never how: each asks the server itself. */
import { type SharedTag, sharedTags } from '#store/cross-tab-invalidation.ts';

const channelName = 'vigia-cambios';

export function openInvalidationChannel() {
  const channel = new BroadcastChannel(channelName);
  return {
    publish(tags: readonly SharedTag[]): void {
      channel.postMessage(tags);
    },
    /** @returns how to stop listening, and telling */
    listen(onChanged: (tags: readonly SharedTag[]) => void): () => void {
      // Another version of the app may be open beside this one: what it says is checked.
      channel.onmessage = ({ data }) =>
        onChanged(sharedTags.filter((tag) => Array.isArray(data) && data.includes(tag)));
      return () => channel.close();
    },
  };
}
