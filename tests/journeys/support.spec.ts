/** The contact form by keyboard alone, and the mail that arrives. */
import { contactCopy, contactSentText } from '#src/copy/contact.ts';
import { supportCopy } from '#src/copy/support.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { stopClock } from '#tests/support/page-clock.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

test('a message is written and sent by keyboard, and the focus returns', async ({
  page,
  vigia: { origin },
}) => {
  const dialog = page.getByRole('dialog', { name: contactCopy.title });
  await page.clock.install();
  await page.goto(`${origin}/support`);
  const opener = page.getByRole('button', { name: supportCopy.contact }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  // A key pressed before hydration opens the form after it.
  await expect(dialog.getByLabel(contactCopy.name)).toBeFocused();
  for (const text of ['Lucía', 'lucia@correo.example', 'Sin ratón']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByLabel(contactCopy.priority)).toHaveValue('high');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Todo con teclas.');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: contactCopy.cancel })).toBeFocused();
  await page.keyboard.press('Tab');
  await stopClock(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(contactSentText)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  const subjects = async () =>
    (await mailsTo(origin, 'soporte@vigia.example')).map(({ subject }) => subject);
  await expect.poll(subjects).toContainEqual(expect.stringContaining('Sin ratón'));
});
