/** Which replies at RCPT TO and DATA are a policy about us, and which about the mail. */
import { expect, it } from 'vitest';
import { isPolicyRefusal, mailReplyCode } from './relay-errors.ts';

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
