/** ntfy.sh, or a server of one's own: one JSON POST to a topic. */
import { ntfySettings } from '#contract/channels.ts';
import { assertTarget, defineKind, invalidSettings } from '../kind-definition.ts';
import { cut, json, maxTitle, seeAtMarket, snooze } from '../post-format.ts';

/** ntfy takes 4 096 bytes. */
const maxMessage = 1_500;
const priority = { test: 3, alert: 4 };

export const ntfy = defineKind({
  name: 'ntfy',
  given: ntfySettings,
  settings: ntfySettings,
  draft(settings, config) {
    const { pathname, search } = assertTarget(settings.server, 'servidor', config);
    if (!config.allowLocal && (pathname !== '/' || search !== ''))
      throw invalidSettings('servidor', 'Va sin ruta, por ejemplo https://ntfy.sh.');
    return { settings };
  },
  moved: (drafted) => drafted,
  compose: ({ server, topic, token }, { id, alerts }, { text, snoozeUrl }) => ({
    url: server,
    headers: {
      ...json,
      'idempotency-key': id,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      topic: topic,
      title: cut(text.title, maxTitle),
      message: cut(text.lines.join('\n'), maxMessage),
      priority: alerts.length === 0 ? priority.test : priority.alert,
      click: text.url,
      actions: [
        ...(text.marketUrl === null
          ? []
          : [{ action: 'view', label: seeAtMarket, url: text.marketUrl }]),
        ...(snoozeUrl === null
          ? []
          : [{ action: 'http', method: 'POST', label: snooze, url: snoozeUrl, clear: true }]),
      ],
      sequence_id: id,
    }),
  }),
});
