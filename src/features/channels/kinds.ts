/** Every kind of channel that can be added, as its form knows it. */
import * as z from 'zod/mini';
import type { ChannelKind } from '#domain/channels.ts';
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { SubscriptionSettings } from '#src/service-worker/stored-subscription.ts';
import type { ChannelCreation, GivenSettings } from '#store/api/api-types.ts';
import { browserName } from './browser-name.ts';
import { addressField, type ChannelDraft, type KindFields, serverField } from './kind-fields.ts';

export const fieldsByKind: { readonly [Kind in ChannelKind]: KindFields<GivenSettings[Kind]> } = {
  /** A name alone, for its address is the subscription that this browser gets. */
  push: {
    fields: [],
    draft: () => ({ name: browserName(navigator.userAgent) }),
    lead: copy.pushLead,
    submitLabel: copy.askPermission,
    given(_draft, subscription) {
      if (subscription === null) throw new Error('no push subscription');
      return subscription;
    },
  },
  ntfy: {
    fields: [
      serverField(copy.serverHint),
      {
        name: 'topic',
        label: copy.topic,
        hint: copy.topicHint,
        schema: z.string().check(z.trim(), z.regex(/^[\w-]{1,64}$/, copy.topicInvalid)),
      },
      {
        name: 'token',
        label: copy.token,
        hint: copy.tokenHint,
        schema: z.string().check(z.trim()),
      },
    ],
    draft: () => ({ name: copy.defaultNames.ntfy, server: 'https://ntfy.sh' }),
    submitLabel: copy.add,
    given: ({ server, topic, token }) => ({ server, topic, ...(token !== '' && { token }) }),
  },
  gotify: {
    fields: [
      serverField(copy.ownServerHint),
      {
        name: 'token',
        label: copy.appToken,
        hint: copy.appTokenHint,
        schema: z.string().check(z.trim(), z.regex(/^[\w.-]{1,100}$/, copy.appTokenInvalid)),
      },
    ],
    draft: () => ({ name: copy.defaultNames.gotify }),
    submitLabel: copy.add,
    given: ({ server, token }) => ({ server, token }),
  },
  /** What it needs comes by its link. */
  telegram: {
    fields: [],
    draft: () => ({ name: copy.defaultNames.telegram }),
    lead: copy.telegramLead,
    submitLabel: copy.makeLink,
    given: () => ({}),
  },
  discord: {
    fields: [addressField(copy.discordHint)],
    draft: () => ({ name: copy.defaultNames.discord }),
    submitLabel: copy.add,
    given: ({ address }) => ({ url: address }),
  },
  webhook: {
    fields: [addressField(copy.webhookHint)],
    draft: () => ({ name: copy.defaultNames.webhook }),
    submitLabel: copy.add,
    given: ({ address }) => ({ url: address }),
  },
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
