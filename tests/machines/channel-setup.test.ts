/** The channel setup machine: what each kind needs before its test, and what fails on the way. */
import { describe } from 'vitest';
import { channelSetup } from './models/channel-setup.ts';
import { playRows, type Row, type Step } from './support/play.ts';

const stored = ['submit', 'the channel is stored'];
const stored2: Step = {
  type: 'xstate.done.actor.createChannel',
  output: { channelId: 'channel-2' },
};
const tested = (channelId: string) => ({ inputs: { sendTest: { channelId } } });
const problem = (text: string) => ({ context: { problem: text } });
/** Makes rows about one kind. */
const of = (kind: string, rows: readonly Row[]): Row[] =>
  rows.map(([claim, steps, state, more = {}]) => [
    `${kind} ${claim}`,
    steps,
    state,
    more,
    { kind },
  ]);

describe('what each kind needs before its test', () => {
  const permitted = ['submit', 'submit', 'permission is granted'];
  const subscribed = [...permitted, 'the browser subscribes', 'the channel is stored'];
  const expired = [...stored, 15 * 60_000];
  const linkedAgain = [...expired, 'make another link', stored2, 'the link is opened'];
  playRows(channelSetup, [
    ...of('push', [
      ['subscribes with it', permitted, 'subscribing'],
      [
        'is stored and tested',
        subscribed,
        'testing',
        {
          ...tested('channel-1'),
          invoked: ['requestPermission', 'subscribe', 'createChannel', 'sendTest'],
        },
      ],
      [
        'ends once that has arrived',
        [...subscribed, 'the test is accepted'],
        'delivered',
        { status: 'done' },
      ],
    ]),
    ...['ntfy', 'discord'].flatMap((kind) =>
      of(kind, [['is stored and tested at once', stored, 'testing', tested('channel-1')]]),
    ),
    ...of('webhook', [
      ['waits until its secret is stored', stored, 'showingSecret', { invoked: ['createChannel'] }],
      ['is tested then', [...stored, 'the secret is stored'], 'testing', tested('channel-1')],
    ]),
    ...of('telegram', [
      ['waits for its link', [...stored, 15 * 60_000 - 1], 'linking'],
      ['no longer than a quarter of an hour', expired, 'expired'],
      ['tests the linked one', linkedAgain, 'testing', tested('channel-2')],
    ]),
  ]);
});

describe('what fails', () => {
  const undelivered = {
    invoked: ['createChannel', 'sendTest', 'sendTest'],
    ...tested('channel-1'),
  };
  const denied = ['submit', 'permission is denied'];
  playRows(channelSetup, [
    ...of('push', [
      ['without permission subscribes nothing', denied, 'blocked'],
      [
        'says that the browser cannot ask',
        ['submit', 'the browser cannot ask'],
        'editing',
        problem('no question'),
      ],
    ]),
    ...of('ntfy', [
      [
        'says why it is refused',
        ['submit', 'the channel is refused'],
        'editing',
        problem('refused'),
      ],
      [
        'says why a test did not arrive',
        [...stored, 'the test is not sent'],
        'undelivered',
        problem('not sent'),
      ],
      ['can repeat it', [...stored, 'the test is not sent', 'test again'], 'testing', undelivered],
    ]),
  ]);
});
