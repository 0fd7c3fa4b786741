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
  '550 relay not permitted',
  '450 4.7.1 greylisted',
  '454 throttling failure: maximum sending rate exceeded',
  '421 4.3.2 shutting down',
])('%s is about us', (response) => {
  expect(isPolicyRefusal(replied(response))).toBe(true);
  expect(isPolicyRefusal(replied(response, 'DATA'))).toBe(true);
  expect(mailReplyCode(replied(response))).toBeNull();
});

it.each([
  ['550 5.1.1 <ana@relay.example>: no such user', 550],
  ['550 5.1.1 no such user at relay host', 550],
  ['550 user ana@relay.example unknown', 550],
  ['550 5.7.2 list closed', 550],
  ['552 5.2.2 mailbox full', 552],
  ['451 4.3.0 try again', 451],
  ['554 5.6.0 message refused', 554],
])('%s is about the mail', (response, code) => {
  expect(isPolicyRefusal(replied(response))).toBe(false);
  expect(mailReplyCode(replied(response))).toBe(code);
});

it('is for RCPT TO and DATA only: before that everything is about us', () => {
  expect(isPolicyRefusal(replied('550 5.7.1 no', 'MAIL FROM'))).toBe(false);
  expect(mailReplyCode(replied('550 5.7.1 no', 'MAIL FROM'))).toBeNull();
});

it('an extended code tells before words: of its class 7 only those about the recipient are theirs', () => {
  for (const code of ['5.7.2', '5.7.17', '5.7.18', '5.7.19', '5.1.7'])
    expect(isPolicyRefusal(replied(`550 ${code} relay not permitted`)), code).toBe(false);
  expect(isPolicyRefusal(replied('450 4.7.20 not now'))).toBe(true);
});

it('words alone are about us only in an answer for good', () => {
  expect(isPolicyRefusal(replied('450 relay busy'))).toBe(false);
  expect(isPolicyRefusal(replied('500 relaying denied'))).toBe(true);
  expect(isPolicyRefusal(replied('550 relays denied'))).toBe(false);
});

it.each([534, 535, 538])('%i, whatever it says, is about us', (code) => {
  expect(isPolicyRefusal(replied(`${code} 5.1.1 no`))).toBe(true);
});

it('what is no error of the relay is none of its refusals', () => {
  expect(isPolicyRefusal('550 5.7.1 no')).toBe(false);
  expect(mailReplyCode('451 no')).toBeNull();
  expect(hasMailReply('451 no')).toBe(false);
  expect(isRelayRefusal('ECONNECTION', { messageBegun: false })).toBe(false);
  expect(mailReplyCode(Object.assign(new Error('cut'), { command: 'DATA' }))).toBeNull();
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

it('the relay has answered a mail when it replied to it, not when the connection broke', () => {
  expect(hasMailReply(replied('451 later', 'DATA'))).toBe(true);
  expect(hasMailReply(Object.assign(new Error('cut'), { command: 'DATA' }))).toBe(false);
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
