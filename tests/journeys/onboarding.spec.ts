/** Onboarding: done in part, left, resumed, and completed with a test mail. */
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('onboarding is left after the first step, resumed, and completed with a test mail', async ({
  page,
}) => {
  const email = 'primeros@correo.example';
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = page.getByRole('heading', { level: 1 });
  await register(page, vigia.origin, email);
  await page.getByRole('link', { name: 'Seguir' }).click();

  await expect(heading).toHaveText('Elige un partido');
  await page.getByRole('searchbox', { name: 'Buscar partido' }).fill('uruguay');
  await button(/^Vigilar: .*Uruguay/)
    .first()
    .click();
  await expect(heading).toHaveText('Marca tu línea');
  await expect(heading).toBeFocused();

  await page.getByRole('link', { name: 'Saltar por ahora' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('listitem').filter({ hasText: 'Elige un partido' })).toContainText(
    'Hecho',
  );
  await page.getByRole('link', { name: 'Seguir' }).click();
  await expect(heading).toHaveText('Marca tu línea');
  await page.getByRole('textbox', { name: 'Precio' }).fill('12');
  await button('Guardar umbral').click();

  await expect(heading).toHaveText('Comprueba que te llega');
  await expect(button('Enviar correo de prueba')).toBeDisabled();
  await expect
    .poll(async () =>
      (await mailsTo(vigia.origin, email)).some(({ text }) => text.includes('confirmar')),
    )
    .toBe(true);
  const [confirmation] = await mailsTo(vigia.origin, email);
  const link = /https?:\S*confirmar\S*/.exec(confirmation?.text ?? '')?.[0] ?? '';
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByRole('button', { name: /confirmar/i }).click();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.close();

  await expect(button('Enviar correo de prueba')).toBeEnabled();
  await button('Enviar correo de prueba').click();
  await expect(page.getByText('Enviado. Puede tardar un minuto')).toBeVisible();
  await expect.poll(async () => (await mailsTo(vigia.origin, email)).length).toBeGreaterThan(1);
  await button('Me ha llegado').click();
  await page.waitForURL('**/dashboard');
  await expectToast(page, 'Todo listo');
  await expect(page.getByRole('heading', { name: 'Primeros pasos' })).toBeHidden();

  await page.goto(`${vigia.origin}/onboarding`);
  await page.waitForURL('**/dashboard');
});
