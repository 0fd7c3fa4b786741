/** A chat with our bot: what it needs comes by the link. */
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { GivenSettings } from '#store/api/api-types.ts';
import type { KindFields } from '../kind-fields.ts';

export const telegram: KindFields<GivenSettings['telegram']> = {
  fields: [],
  draft: () => ({ name: copy.defaultNames.telegram }),
  lead: copy.telegramLead,
  submitLabel: copy.makeLink,
  given: () => ({}),
};
