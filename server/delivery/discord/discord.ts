/** A channel of a Discord server, by its webhook: one embed. */
import { discordSettings } from '#contract/channels.ts';
import { assertTarget, defineKind, invalidSettings } from '../kind-definition.ts';
import type { MessageText } from '../message-text.ts';
import { cut, json, maxTitle, seeAtMarket, snooze } from '../post-format.ts';

const host = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/;
const path = /^\/api(?:\/v\d{1,2})?\/webhooks\/\d{1,30}\/[\w-]{1,200}$/;
/** Discord takes 4 096 characters. */
const maxDescription = 3_500;
const maxLink = 900;

export const discord = defineKind({
  name: 'Discord',
  given: discordSettings,
  settings: discordSettings,
  draft(settings, config) {
    const { hostname, pathname } = assertTarget(settings.url, 'url', config);
    if (!config.allowLocal && !(host.test(hostname) && path.test(pathname)))
      throw invalidSettings(
        'url',
        'Es la dirección de un webhook de Discord: https://discord.com/api/webhooks/…',
      );
    return { settings };
  },
  moved: (drafted) => drafted,
  compose: ({ url }, { id }, { text, snoozeUrl }) => ({
    url,
    headers: { ...json, 'idempotency-key': id },
    body: JSON.stringify({
      embeds: [
        {
          title: cut(escapeMarkdown(text.title), maxTitle),
          description: cut(text.lines.map(escapeMarkdown).join('\n'), maxDescription),
          url: text.url,
          fields: linkFields(text, snoozeUrl),
          footer: { text: `Vigía · ${id}` },
        },
      ],
      allowed_mentions: { parse: [] },
    }),
  }),
});

/** A bare address stays as it is: it shows where it goes. */
const escapeMarkdown = (text: string): string =>
  text
    .replace(/https?:\/\/[^\s<>()[\]\\]+|[\\`*_~|<>#[\]()@-]|:(?=\S)/g, (found) =>
      found.length === 1 ? `\\${found}` : found,
    )
    .replace(/^(\s*\d+)(?=\.)/, '$1\\');

/** Fields, because links in the text would count against its limit; Discord allows 1 024 characters in one. */
const linkFields = ({ marketUrl }: MessageText, snoozeUrl: string | null) =>
  [
    { name: 'Mercado', words: seeAtMarket, url: marketUrl },
    { name: 'Umbral', words: snooze, url: snoozeUrl },
  ].flatMap(({ name, words, url }) => {
    // A bracket would end the link.
    const safe = url?.replaceAll('(', '%28').replaceAll(')', '%29') ?? '';
    return safe === '' || safe.length > maxLink
      ? []
      : [{ name, value: `[${words}](${safe})`, inline: true }];
  });
