/** Form of a push channel: a name alone, for its address is the subscription that this browser gets. */
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { GivenSettings } from '#store/api/api-types.ts';
import { browserName } from '../browser-name.ts';
import type { KindFields } from '../kind-fields.ts';

export const push: KindFields<GivenSettings['push']> = {
  fields: [],
  draft: () => ({ name: browserName(navigator.userAgent) }),
  lead: copy.pushLead,
  submitLabel: copy.askPermission,
  given(_draft, subscription) {
    if (subscription === null) throw new Error('no push subscription');
    return subscription;
  },
};
