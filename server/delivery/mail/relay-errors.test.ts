/** Which replies at RCPT TO and DATA are a policy about us, and which about the mail. */
import { expect, it } from 'vitest';
import { hasMailReply, isPolicyRefusal, isRelayRefusal, mailReplyCode } from './relay-errors.ts';

const replied = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error(response), {
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  });

it.each([
  '550 5.7.1 relaying denied',
  '554 5.7.1 <ana@correo.example>: Relay access denied',
  '550-5.7.26 this mail has been blocked because the sender is unauthenticated',
  '530 5.7.0 authentication required',
  '530 must issue STARTTLS first',
  '421 4.3.2 shutting down',
  // Gmail, Amazon SES, Microsoft 365, SendGrid, Postfix
  '550 5.4.5 Daily user sending limit exceeded. https://support.google.com/a/answer/166852',
  '554 Message rejected: Sending paused for this account',
  '554 5.2.252 SendAsDenied; avisos@vigia.example not allowed to send as ana@correo.example',
  '550 The from address does not match a verified Sender Identity',
  // Zoho, Yahoo, Postmark, Mailgun, Brevo, OVH, Exchange, Exim
  '550 5.4.6 Unusual sending activity detected',
  '553 Relaying disallowed as avisos@vigia.example',
  '554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied',
  '550 5.1.1 Sender not allowed',
  '550 5.1.1 quota of the account exceeded',
  '550 Domain vigia.example has exceeded the max emails per hour (500/500) allowed',
  '550 no',
  '554 Transaction failed',
])('%s may be about us: it waits', (response) => {
  for (const command of ['RCPT TO', 'DATA']) {
    expect(isPolicyRefusal(replied(response, command))).toBe(true);
    expect(mailReplyCode(replied(response, command))).toBeNull();
  }
});

it.each([
  ['550 5.1.1 <ana@relay.example>: no such user', 550],
  ['550-5.1.1 The email account that you tried to reach does not exist. Please try', 550],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 550],
  ['550 5.4.1 Recipient address rejected: Access denied', 550],
  ['554 delivery error: dd This user doesn’t have a yahoo account', 554],
  ['550 No such user here', 550],
  ['550 5.7.2 list closed', 550],
  ['552 5.2.2 The email account that you tried to reach is over quota', 552],
  ['552 5.3.4 Message size exceeds fixed limit', 552],
  ['451 4.7.1 greylisted, try again later', 451],
  ['450 4.2.0 greylisted', 450],
  ['554 5.6.0 message refused', 554],
])('%s is about the mail', (response, code) => {
  for (const command of ['RCPT TO', 'DATA']) {
    expect(isPolicyRefusal(replied(response, command))).toBe(false);
    expect(mailReplyCode(replied(response, command))).toBe(code);
  }
});

it('a sending rate is about us at DATA, a delay of that mail at RCPT TO', () => {
  const throttled = '454 throttling failure: maximum sending rate exceeded';
  expect(isPolicyRefusal(replied(throttled, 'DATA'))).toBe(true);
  expect(isPolicyRefusal(replied(throttled))).toBe(false);
});

it('is for RCPT TO and DATA only: before that everything is about us', () => {
  expect(isPolicyRefusal(replied('550 5.7.1 no', 'MAIL FROM'))).toBe(false);
  expect(mailReplyCode(replied('550 5.7.1 no', 'MAIL FROM'))).toBeNull();
});

it('a mail too large is the mail’s at MAIL FROM; any other answer there is about us', () => {
  const tooLarge = replied('552 5.3.4 too large', 'MAIL FROM');
  expect(isRelayRefusal(tooLarge, { messageBegun: false })).toBe(false);
  expect([mailReplyCode(tooLarge), hasMailReply(tooLarge)]).toEqual([552, true]);
  const denied = replied('550 5.7.1 no', 'MAIL FROM');
  expect(isRelayRefusal(denied, { messageBegun: false })).toBe(true);
  expect([mailReplyCode(denied), hasMailReply(denied)]).toEqual([null, false]);
  const elsewhere = replied('552 no', 'EHLO');
  expect(isRelayRefusal(elsewhere, { messageBegun: false })).toBe(true);
});

it.each([
  ['ECONNECTION', true],
  ['ETIMEDOUT', true],
  ['ESOCKET', true],
  ['EDNS', true],
  ['ETLS', true],
  ['EAUTH', true],
  ['EMESSAGE', false],
  [undefined, false],
])('a connection that fails with %s is a refusal of us: %s', (code, isRefusal) => {
  const error = Object.assign(new Error('x'), { code });
  expect(isRelayRefusal(error, { messageBegun: false })).toBe(isRefusal);
  // The relay may have the message, or hang up because of it.
  expect(isRelayRefusal(error, { messageBegun: true })).toBe(false);
});
