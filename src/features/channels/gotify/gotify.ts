/** An application of a Gotify server. */
import * as z from 'zod/mini';
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { GivenSettings } from '#store/api/api-types.ts';
import { type KindFields, serverField } from '../kind-fields.ts';

export const gotify: KindFields<GivenSettings['gotify']> = {
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
};
