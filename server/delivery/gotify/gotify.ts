/** A Gotify server of one's own: one message of an application, known by its token. */
import { gotifySettings } from '#contract/channels.ts';
import { assertTarget, defineKind, invalidSettings } from '../kind-definition.ts';
import { cut, json, maxTitle, seeAtMarket, snooze } from '../post-format.ts';

const maxMessage = 3_500;
/** Gotify rings from four on. */
const priority = { test: 4, alert: 8 };

export const gotify = defineKind({
  name: 'Gotify',
  given: gotifySettings,
  settings: gotifySettings,
  draft(settings, config) {
    const { search, hash } = assertTarget(settings.server, 'servidor', config);
    if (search !== '' || hash !== '')
      throw invalidSettings('servidor', 'Es la dirección de tu servidor, sin ? ni #.');
    return { settings };
  },
  moved: (drafted) => drafted,
  compose: ({ server, token }, { id, alerts }, { text, snoozeUrl }) => ({
    // A server may stand below a path of its host.
    url: `${server.endsWith('/') ? server.slice(0, -1) : server}/message`,
    headers: { ...json, 'idempotency-key': id, 'x-gotify-key': token },
    body: JSON.stringify({
      title: cut(text.title, maxTitle),
      message: [
        cut(text.lines.join('\n'), maxMessage),
        ...(text.marketUrl === null ? [] : [`${seeAtMarket}: ${text.marketUrl}`]),
        ...(snoozeUrl === null ? [] : [`${snooze}: ${snoozeUrl}`]),
      ].join('\n'),
      priority: alerts.length === 0 ? priority.test : priority.alert,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: text.url } },
        'vigia::delivery': { id },
      },
    }),
  }),
});
