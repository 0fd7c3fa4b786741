/** Whether a kind's deliveries may leave, and what /health shows: mail with its one relay, push with many services. */
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from './answer.ts';
import { KindHold } from './kind-hold.ts';
import { toAnswer } from './mail/mail.ts';
import { RelayRefusedError } from './mail/relay-errors.ts';

const clock = { nowMs: 0 };
/** What /health shows. */
let shown: string | null;
let holds: boolean[];
let hold: KindHold;

function open(hasOneService: boolean): void {
  hold = new KindHold({
    log: pino({ level: 'silent' }),
    hasOneService,
    store: async (reason) => {
      shown = reason;
    },
    onChange: (isHeld) => holds.push(isHeld),
    nowMs: () => clock.nowMs,
  });
}

beforeEach(() => {
  clock.nowMs = 1_000_000;
  [shown, holds] = [null, []];
});

const accept = (receiver: string, service = 'relay') =>
  hold.judge({ means: 'accepted', service }, receiver);

describe('a relay', () => {
  beforeEach(() => open(true));

  const replied = (response: string) =>
    Object.assign(new Error(`Message failed: ${response}`), {
      command: 'DATA',
      responseCode: Number(response.slice(0, 3)),
      response,
    });
  const fail = (receiver: string, error: Error) =>
    hold.judge({ ...toAnswer(error, 'smtp://relay.example'), service: 'relay' }, receiver);
  const failThrice = (error: Error, everyMs: number) => {
    for (let n = 0; n < 3; n += 1) {
      fail('ana', error);
      clock.nowMs += everyMs;
    }
  };
  const tooBusy = Object.assign(new RelayRefusedError('421 too busy'), { responseCode: 421 });
  const full = replied('452 4.3.1 insufficient system storage');

  it('is named when nothing was accepted for a minute, until something is', () => {
    failThrice(full, 30_000);
    expect(shown).toContain('452 4.3.1');
    expect(hold.isHeld).toBe(false);
    accept('eva');
    expect(shown).toBeNull();
  });

  it.each([
    ['a short trouble', full, 29_999],
    ['mails refused for good', replied('500 5.1.1 no such user'), 61_000],
  ])('is not named for %s', (_what, error, everyMs) => {
    failThrice(error, everyMs);
    expect(shown).toBeNull();
  });

  it('lets deliveries go on, first one at a time, once it has accepted one after it refused us', () => {
    expect(fail('ana', tooBusy).means).toBe('refusedForUs');
    expect([hold.isHeld, hold.waitMs > 0, shown]).toEqual([true, true, '421 too busy']);
    accept('ana');
    expect([hold.isHeld, hold.waitMs, hold.isOneAtATime, shown]).toEqual([false, 0, true, null]);
    expect(holds).toEqual([true, false]);
  });

  it('deals with us again once it answers a mail, whatever it answers', () => {
    fail('ana', tooBusy);
    fail('eva', replied('550 5.1.1 no such user'));
    expect([hold.isHeld, hold.isOneAtATime, shown]).toEqual([false, true, null]);
  });

  it('refuses us by a policy, unless it accepts others meanwhile: then this recipient waits alone', () => {
    const policy = replied('554 5.7.1 relay access denied');
    expect(fail('lista', policy).means).toBe('refusedForUs');
    accept('ana');
    expect(fail('lista', policy).means).toBe('later');
    expect(hold.isHeld).toBe(false);
  });

  it('may refuse one recipient alone: another is asked without a wait, until that one is refused, too', () => {
    const policy = replied('554 5.7.1 relay access denied');
    const wait = () => [hold.waitMs > 0, hold.isAboutOne];
    for (const recipient of ['lista', 'lista']) fail(recipient, policy);
    expect(wait()).toEqual([true, true]);
    fail('ana', policy);
    expect(wait()).toEqual([true, false]);
    clock.nowMs += 60_000;
    fail('lista', policy);
    expect(wait()).toEqual([true, false]);
    accept('eva');
    fail('otra', policy);
    expect(wait()).toEqual([true, true]);
  });

  it('is in doubt about an unknown user, refuses us when two are unknown alike, and them once others are accepted', () => {
    const unknown = replied('550 5.1.1 no such user');
    expect(fail('ana', unknown).means).toBe('later');
    expect(fail('eva', unknown).means).toBe('refusedForUs');
    accept('bea');
    expect(fail('ana', unknown)).toMatchObject({ means: 'refused', of: 'message' });
  });
});

describe('a key of ours', () => {
  beforeEach(() => open(false));

  const refuse = (service: string, receiver: string) =>
    hold.judge(
      {
        means: 'unclear',
        presumed: 'nobody',
        of: 'channel',
        reason: 'no',
        dealsWithUs: false,
        service,
      },
      receiver,
    ).means;

  it('is refused for us until its service accepts it for another channel', () => {
    expect([refuse('fcm', 'a'), refuse('fcm', 'a')]).toEqual(['later', 'later']);
    accept('b', 'mozilla');
    expect(refuse('fcm', 'a')).toBe('later');
    accept('b', 'fcm');
    expect(refuse('fcm', 'a')).toBe('refused');
  });

  it('holds the kind from the second channel on, for longer and longer, until one is accepted', () => {
    expect([refuse('fcm', 'a'), hold.isHeld]).toEqual(['later', false]);
    expect([refuse('fcm', 'b'), hold.waitMs]).toEqual(['refusedForUs', 1_000]);
    // Under way together with it: no further delay.
    expect([refuse('fcm', 'c'), hold.waitMs]).toEqual(['refusedForUs', 1_000]);
    expect(hold.suspected).toEqual(['a', 'b', 'c']);
    clock.nowMs += 1_000;
    expect([refuse('mozilla', 'd'), hold.waitMs]).toEqual(['refusedForUs', 2_000]);
    clock.nowMs += 2_000;
    const away: AnswerOf = { means: 'later', reason: 'no', service: 'fcm' };
    hold.judge(away, 'e');
    hold.probeEnded();
    expect(hold.waitMs).toBe(4_000);
    accept('e', 'fcm');
    expect([hold.isHeld, hold.isOneAtATime, holds]).toEqual([false, false, [true, false]]);
    expect(refuse('fcm', 'a')).toBe('refused');
  });
});
