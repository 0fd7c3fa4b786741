/** A channel of a Discord server, by its webhook's address. */
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { GivenSettings } from '#store/api/api-types.ts';
import { addressField, type KindFields } from '../kind-fields.ts';

export const discord: KindFields<GivenSettings['discord']> = {
  fields: [addressField(copy.discordHint)],
  draft: () => ({ name: copy.defaultNames.discord }),
  submitLabel: copy.add,
  given: ({ address }) => ({ url: address }),
};
