/** An address of one's own: JSON of the alerts, signed by Standard Webhooks with a secret that is shown once. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import { type WebhookMessage, webhookSettings } from '#contract/channels.ts';
import { assertTarget, defineKind } from '../kind-definition.ts';
import { json } from '../post-format.ts';

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;

export const webhook = defineKind({
  name: 'el webhook',
  given: webhookSettings,
  settings: z.strictObject({ url: z.string(), secret: z.string() }),
  draft({ url }, config) {
    assertTarget(url, 'url', config);
    const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
    return { settings: { url, secret }, shownOnce: { secret } };
  },
  moved: ({ url }, { secret }) => ({ url, secret }),
  compose({ url, secret }, { id, alerts }, { now }) {
    const message: WebhookMessage = {
      id,
      kind: alerts.length === 0 ? 'test' : 'alerts',
      alerts: [...alerts],
    };
    const body = JSON.stringify(message);
    return {
      url,
      headers: {
        ...json,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(id, now, body),
      },
      body,
    };
  },
});
