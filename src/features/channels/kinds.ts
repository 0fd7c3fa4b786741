/** Every kind of channel that can be added, as its form knows it. */
import type { ChannelKind } from '#domain/channels.ts';
import type { SubscriptionSettings } from '#src/service-worker/stored-subscription.ts';
import type { ChannelCreation, GivenSettings } from '#store/api/api-types.ts';
import { discord } from './discord/discord.ts';
import { gotify } from './gotify/gotify.ts';
import type { ChannelDraft, KindFields } from './kind-fields.ts';
import { ntfy } from './ntfy/ntfy.ts';
import { push } from './push/push.ts';
import { telegram } from './telegram/telegram.ts';
import { webhook } from './webhook/webhook.ts';

export const fieldsByKind: { readonly [Kind in ChannelKind]: KindFields<GivenSettings[Kind]> } = {
  push,
  ntfy,
  gotify,
  telegram,
  discord,
  webhook,
};

const nothing: ChannelDraft = { name: '', server: '', topic: '', token: '', address: '' };

export const emptyChannelDraft = (kind: ChannelKind): ChannelDraft => ({
  ...nothing,
  ...fieldsByKind[kind].draft(),
});

/** @param subscription of a browser, which it must have by then */
export const toCreation = (
  kind: ChannelKind,
  draft: ChannelDraft,
  subscription: SubscriptionSettings | null,
) =>
  // One kind's settings go with that kind: a union of kinds does not say so.
  ({
    kind,
    name: draft.name,
    settings: fieldsByKind[kind].given(draft, subscription),
  }) as ChannelCreation;
