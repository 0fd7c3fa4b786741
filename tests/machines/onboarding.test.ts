/** The onboarding machine: where it resumes, the way through, and failures of the mail and of saving. */
import { describe } from 'vitest';
import { onboarding } from './models/onboarding.ts';
import { playRows } from './support/play.ts';

const withThreshold = { matchId: 'm1', hasThreshold: true };
const withoutMatch = { matchId: null, hasThreshold: true };
const chosen = ['choose a match', 'create the threshold'];
const mailed = [...chosen, 'send the mail', 'the mail is queued'];
const once = { invoked: ['sendTestMail'] };
const onMatch = { context: { matchId: 'm1' } };
const problem = (text: string | null) => ({ context: { problem: text } });

describe('it begins', () => {
  playRows(onboarding, [
    ['with an empty account', [], 'choosingMatch'],
    ['with a match', [], 'creatingThreshold', {}, { matchId: 'm1', hasThreshold: false }],
    ['with a threshold', [], 'testingMail.waiting', {}, withThreshold],
    ['with a threshold without its match', [], 'testingMail.waiting', {}, withoutMatch],
  ]);
});

describe('the way through', () => {
  playRows(onboarding, [
    ['has no threshold without a match', ['create the threshold'], 'choosingMatch'],
    ['creates one on the chosen match', ['choose a match'], 'creatingThreshold', onMatch],
    ['sends one mail', [...chosen, 'send the mail', 'send the mail'], 'testingMail.sending', once],
    [
      'ends with it',
      [...mailed, 'the mail arrived', 'the completion is saved'],
      'done',
      { status: 'done' },
    ],
    ['goes back to the threshold', ['go back'], 'creatingThreshold', {}, withThreshold],
    ['and to the match', ['go back', 'go back'], 'choosingMatch', {}, withThreshold],
    ['not without a match', ['go back'], 'testingMail.waiting', {}, withoutMatch],
  ]);
});

describe('what fails', () => {
  const refused = [...chosen, 'send the mail', 'the mail is refused'];
  const unsaved = [...mailed, 'the mail arrived', 'the completion is not saved'];
  const repeated = { ...problem(null), invoked: ['sendTestMail', 'sendTestMail'] };
  playRows(onboarding, [
    ['says why the mail was not sent', refused, 'testingMail.waiting', problem('spent')],
    ['sends another', [...refused, 'send the mail'], 'testingMail.sending', repeated],
    [
      'counts it as sent when the completion was not saved',
      unsaved,
      'testingMail.sent',
      { ...problem('offline'), invoked: ['sendTestMail', 'completeOnboarding'] },
    ],
    ['saves it again', [...unsaved, 'the mail arrived'], 'testingMail.completing', problem(null)],
  ]);
});
