/** Messages that the server composes are read; everything else is not. */
import { expect, it } from 'vitest';
import { pushMessage } from '#contract/channels.ts';
import { readPushMessage } from './push-notification.ts';

const message = {
  id: 'uno',
  titulo: 'Brasil – Chile: 90,00 €',
  cuerpo: 'Categoría 2 ha quedado por debajo de 100 €.',
  url: 'https://vigia.example/dashboard/alertas',
  silenciar: null,
};

it.each([message, { ...message, silenciar: 'https://vigia.example/api/alerts/actions?token=a' }])(
  'reads what the contract allows: %j',
  (sent) => {
    expect(readPushMessage(JSON.stringify(pushMessage.parse(sent)))).toEqual(sent);
  },
);

it.each([
  '',
  'x',
  'null',
  '[]',
  '{}',
  JSON.stringify({ ...message, url: undefined }),
  JSON.stringify({ ...message, titulo: 3 }),
])('rejects %j', (text) => {
  expect(readPushMessage(text)).toBeNull();
});
