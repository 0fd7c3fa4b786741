/** The request of each service: what it carries, what is cut off, and what a missing configuration refuses. */
import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pushMessage, type SentAlert } from '#contract/channels.ts';
import type { ChannelKind } from '#domain/channels.ts';
import { sentAlertSample as alert } from '#tests/support/alert-samples.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { openPush } from '#tests/support/open-push.ts';
import { verifyLink } from '../mail/signed-links.ts';
import type { MessageConfig } from './channels-config.ts';
import { ChannelUnavailableError } from './kind-definition.ts';
import { kinds } from './kinds.ts';
import { snoozeUrlOf, toMessageText } from './message-text.ts';

const now = new Date('2026-11-21T17:40:00.900Z');
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const config = {
  appOrigin: 'https://vigia.example',
  linkSecrets: ['s'.repeat(32)] as const,
  channels: testChannels('https://services.example'),
};
const browser = createECDH('prime256v1');
const p256dh = browser.generateKeys('base64url');
const auth = randomBytes(16);
interface ChannelOf {
  readonly kind: ChannelKind;
  readonly settings: object;
}
const channels = {
  ntfy: { kind: 'ntfy', settings: { server: 'https://ntfy.example', topic: 'precios' } },
  discord: { kind: 'discord', settings: { url: 'https://discord.example/hook' } },
  telegram: { kind: 'telegram', settings: { chatId: '77' } },
  webhook: {
    kind: 'webhook',
    settings: {
      url: 'https://hook.example/1',
      secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
  },
  push: {
    kind: 'push',
    settings: {
      endpoint: 'https://push.example/1',
      keys: { p256dh, auth: auth.toString('base64url') },
    },
  },
  gotify: {
    kind: 'gotify',
    settings: { server: 'https://gotify.example/avisos/', token: 'A.b-c' },
  },
} as const satisfies Record<ChannelKind, ChannelOf>;

const snoozeOf = (alerts: readonly SentAlert[]) => snoozeUrlOf({ uid: 'ana', alerts }, config, now);
const compose = (
  { kind, settings }: ChannelOf,
  alerts: readonly SentAlert[],
  given: MessageConfig = config,
) => {
  const text = toMessageText(alerts, given.appOrigin);
  const snoozeUrl = snoozeOf(alerts);
  const context = { text, snoozeUrl, config: given, now };
  return kinds[kind].compose(settings, { id, uid: 'ana', alerts }, context);
};
const bodyOf = (channel: ChannelOf, alerts: readonly SentAlert[]) =>
  JSON.parse(String(compose(channel, alerts).body));
const pushOf = (alerts: readonly SentAlert[]) => {
  const { body } = compose(channels.push, alerts);
  return pushMessage.parse(JSON.parse(openPush(Buffer.from(body), browser, auth)));
};

describe('a test', () => {
  it('rings less than an alert at ntfy, and says to a webhook what it is', () => {
    expect(bodyOf(channels.ntfy, [])).toMatchObject({ priority: 3 });
    expect(bodyOf(channels.ntfy, [alert()])).toMatchObject({ priority: 4 });
    expect(bodyOf(channels.webhook, [])).toEqual({ id, kind: 'test', alerts: [] });
    expect(bodyOf(channels.webhook, [alert()])).toMatchObject({ kind: 'alerts' });
  });

  it('offers no snooze of a threshold in a push message', () => {
    expect(pushOf([])).toMatchObject({ title: 'Prueba de Vigía', snoozeUrl: null });
  });
});

it.each([
  ['[x](https://a.example/b_c)', '\\[x\\]\\(https://a.example/b_c\\)'],
  [
    '**a** __b__ ~~c~~ ||d|| `e`',
    '\\*\\*a\\*\\* \\_\\_b\\_\\_ \\~\\~c\\~\\~ \\|\\|d\\|\\| \\`e\\`',
  ],
  ['<@1> \\[', '\\<\\@1\\> \\\\\\['],
  ['# a', '\\# a'],
  ['1. a', '1\\. a'],
])('Discord shows %s as it was written', (name, escaped) => {
  expect(bodyOf(channels.discord, [alert({ matchName: name })]).embeds[0].title).toContain(escaped);
  const noted = bodyOf(channels.discord, [alert({ note: name })]);
  expect(noted.embeds[0].description).toContain(escaped.replace('1\\.', '1.'));
});

it('each kind: its text, its links, and what opens or escapes it', () => {
  const url = 'https://mercado.example/articulo/c1_(especial)';
  const alerts = [alert({ collectibleName: '<b>@everyone & co</b>', collectibleUrl: url })];
  const [title, chart] = ['España – Uruguay: 172,00\u00a0€', alert().url];
  const [label, snooze, snoozeUrl] = ['Ver en el mercado', 'Silenciar 24\u00a0h', snoozeOf(alerts)];
  const settings = { ...channels.ntfy.settings, token: 'tk_1' };
  const ntfy = compose({ kind: 'ntfy', settings }, alerts);
  expect(ntfy.headers).toMatchObject({ authorization: 'Bearer tk_1' });
  expect(JSON.parse(String(ntfy.body))).toEqual({
    topic: 'precios',
    title,
    message: '<b>@everyone & co</b> ha quedado por debajo de 180\u00a0€.',
    priority: 4,
    click: chart,
    sequence_id: id,
    actions: [
      { action: 'view', label, url },
      { action: 'http', method: 'POST', label: snooze, url: snoozeUrl, clear: true },
    ],
  });
  const value = `[${label}](https://mercado.example/articulo/c1_%28especial%29)`;
  expect(bodyOf(channels.discord, alerts)).toMatchObject({
    embeds: [{ title, url: chart, fields: [{ value }, { value: `[${snooze}](${snoozeUrl})` }] }],
    allowed_mentions: { parse: [] },
  });
  expect(bodyOf(channels.telegram, alerts)).toMatchObject({
    chat_id: '77',
    parse_mode: 'HTML',
    text: expect.stringContaining('&#60;b&#62;@everyone &#38; co&#60;/b&#62; ha quedado'),
    reply_markup: {
      inline_keyboard: [
        [{ url: chart }],
        [{ text: label, url }],
        [{ text: snooze, url: snoozeUrl }],
      ],
    },
    link_preview_options: { is_disabled: true },
  });
  expect(bodyOf(channels.webhook, alerts).alerts[0]).toMatchObject({ collectibleUrl: url });
  expect(pushOf(alerts)).toMatchObject({ id, title: title, url: chart, marketUrl: url });
  const { headers } = compose(channels.push, alerts);
  expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm' });
  expect(headers.Authorization).toContain(`k=${config.channels.vapid.publicKey}`);
});

describe('a long text is cut off with an ellipsis, never within a character', () => {
  it('the lines after what each service takes', () => {
    const long = [alert({ note: 'x'.repeat(5_000) })];
    expect(bodyOf(channels.ntfy, long).message).toHaveLength(1_500);
    expect(bodyOf(channels.discord, long).embeds[0].description).toHaveLength(3_500);
    expect(bodyOf(channels.telegram, long).text).toMatch(/^<b>.*<\/b>\n[^<]{3499}…$/s);
    expect(pushOf(long).body).toMatch(/^.{799}…$/s);
  });
});

it('the link that silences is of one threshold, however often it fired, and lives for a week', () => {
  const token = new URL(snoozeOf([alert(), alert({ episode: 2 })]) ?? '').searchParams.get('token');
  const expiresAtMs = Date.parse('2026-11-28T17:40:00Z');
  const content = { purpose: 'snooze', uid: 'ana', subject: 'uno', expiresAtMs };
  expect(verifyLink(token ?? '', config.linkSecrets, now)).toEqual({ ok: true, content });
  expect(snoozeOf([alert(), alert({ thresholdId: 'dos' })])).toBeNull();
});

describe('a push message', () => {
  it('leaves out a page at the marketplace that would not fit', () => {
    const url = 'https://mercado.example/articulo/1';
    expect(pushOf([alert({ collectibleUrl: url })]).marketUrl).toBe(url);
    expect(pushOf([alert({ collectibleUrl: url.padEnd(1_950, 'x') })]).marketUrl).toBeUndefined();
  });

  it('is kept for a day for a device that is off, and once', () => {
    const { url, headers } = compose(channels.push, [alert()]);
    expect(url).toBe('https://push.example/1');
    expect(headers).toMatchObject({ TTL: '86400', Urgency: 'high', Topic: id.replaceAll('-', '') });
    expect(Object.keys(headers)).not.toContain('Content-Length');
  });

  it('waits for keys when the operator has none', () => {
    const settings = { ...config, channels: { ...config.channels, vapid: null } };
    expect(() => compose(channels.push, [], settings)).toThrow(ChannelUnavailableError);
  });
});

describe('Telegram', () => {
  it('waits for a bot when the operator has none, and for the chat that is not linked yet', () => {
    const settings = { ...config, channels: { ...config.channels, telegram: null } };
    expect(() => compose(channels.telegram, [], settings)).toThrow(ChannelUnavailableError);
    const unlinked = { kind: 'telegram', settings: { chatId: null } } as const;
    expect(() => compose(unlinked, [])).toThrow(ChannelUnavailableError);
  });
});

it('a webhook’s signature carries the second in which it was signed', () => {
  expect(compose(channels.webhook, []).headers).toMatchObject({
    'webhook-id': id,
    'webhook-timestamp': String(Date.parse('2026-11-21T17:40:00Z') / 1_000),
  });
});

it('Gotify gets a message of its application, below the path of its server', () => {
  const marketUrl = 'https://mercado.example/articulo/1';
  const { url, headers } = compose(channels.gotify, [alert()]);
  expect(url).toBe('https://gotify.example/avisos/message');
  expect(headers).toMatchObject({ 'x-gotify-key': 'A.b-c', 'idempotency-key': id });
  expect(bodyOf(channels.gotify, [alert({ collectibleUrl: marketUrl })])).toMatchObject({
    title: expect.stringContaining(alert().matchName),
    message: expect.stringMatching(
      new RegExp(`\\.\nVer en el mercado: ${marketUrl}\nSilenciar 24\u00a0h: https://`),
    ),
    priority: 8,
    extras: { 'client::notification': { click: { url: alert().url } } },
  });
  expect(bodyOf(channels.gotify, [])).toMatchObject({ title: 'Prueba de Vigía', priority: 4 });
});
