/** A topic of an ntfy server, with a token where it is protected. */
import * as z from 'zod/mini';
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { GivenSettings } from '#store/api/api-types.ts';
import { type KindFields, serverField } from '../kind-fields.ts';

export const ntfy: KindFields<GivenSettings['ntfy']> = {
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
  given: ({ server, topic, token }) => ({
    server,
    topic,
    ...(token !== '' && { token }),
  }),
};
