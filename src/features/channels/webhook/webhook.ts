/** An address of one's own. */
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { GivenSettings } from '#store/api/api-types.ts';
import { addressField, type KindFields } from '../kind-fields.ts';

export const webhook: KindFields<GivenSettings['webhook']> = {
  fields: [addressField(copy.webhookHint)],
  draft: () => ({ name: copy.defaultNames.webhook }),
  submitLabel: copy.add,
  given: ({ address }) => ({ url: address }),
};
