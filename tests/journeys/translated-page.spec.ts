/** A page that the browser's translator rewrites, though it says not to: every act goes on working, and no figure goes stale. */
import type { Page } from '@playwright/test';
import type { MarketCommand } from '#contract/market-control.ts';
import type { CollectiblesPage } from '#contract/monitoring.ts';
import { sessionTexts, signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { matchCopy } from '#src/copy/match.ts';
import { accountCopy } from '#src/copy/settings-account.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { register } from '#tests/support/account.ts';
import { password } from '#tests/support/identity.ts';
import { waitForStream } from '#tests/support/live-stream.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

const email = 'traducida@correo.example';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia({ env: { MARKET_PAUSED: '1' } });
});
test.afterAll(() => vigia.stop());
// A wrong password is typed on purpose.
test.use({ expectedErrors: [/accounts:signInWithPassword/] });

/** Runs in the page: as a translator, puts each text, also each later one, into elements of its own, with numbers of another language. */
function translate(): void {
  const rewrite = (text: Text) => {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data.replaceAll(/(\d),(\d)/g, '$1.$2');
    outer.append(inner);
    text.replaceWith(outer);
  };
  const rewriteIn = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode() !== null) found.push(texts.currentNode as Text);
    for (const text of found) {
      const isSkipped = text.parentElement?.closest('font, svg, script, style, textarea') != null;
      if (!isSkipped && text.data.trim() !== '') rewrite(text);
    }
  };
  rewriteIn(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') rewriteIn(target.parentNode ?? target);
      else for (const node of addedNodes) rewriteIn(node.parentNode ?? node);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

async function command(action: MarketCommand): Promise<void> {
  const answer = await fetch(`${vigia.origin}/__local/mercado`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(action),
  });
  expect(answer.ok).toBe(true);
}

const gridOf = (page: Page) => page.getByRole('grid', { name: matchCopy.collectibles });
/** What the rows say, in numbers of one language. */
const figuresOf = async (page: Page): Promise<string> =>
  (await gridOf(page).innerText()).replaceAll(/(\d),(\d)/g, '$1.$2').replaceAll(/\s+/g, ' ');

test('a translated page goes on: sign-in, live prices, a threshold, searches, sign-out', {
  tag: '@release',
}, async ({ page, context }) => {
  await register(page, vigia.origin, email);
  const { items } = await callApi<CollectiblesPage>(page, '/api/monitoring/raw?limit=1');
  const match = `${vigia.origin}/dashboard/partidos/${items[0]?.matchId}`;
  const signOut = async () => {
    await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
    await page.getByRole('menuitem', { name: accountCopy.signOut }).click();
    await page.waitForURL('**/login');
  };
  await signOut();

  await page.goto(match);
  await page.getByRole('button', { name: signInCopy.signIn }).waitFor();
  await page.evaluate(translate);
  await page.getByLabel(signInCopy.email).fill(email);
  await page.getByLabel(signInCopy.password, { exact: true }).fill('no-es-esta');
  await page.getByRole('button', { name: signInCopy.signIn }).click();
  await expectToast(page, textForCode(signInErrors, 'auth/wrong-password'), 'error');
  await page.getByLabel(signInCopy.password, { exact: true }).fill(password);
  const stream = waitForStream(page);
  await page.getByRole('button', { name: signInCopy.signIn }).click();
  await page.waitForURL(match);
  await stream;

  // Beside it, the same page as nobody has touched it.
  const untouched = await context.newPage();
  const otherStream = waitForStream(untouched);
  await untouched.goto(match);
  await otherStream;
  const before = await figuresOf(untouched);
  await expect
    .poll(async () => {
      // A reading changes one price in fifty.
      for (let reading = 0; reading < 20; reading += 1) await command({ action: 'step' });
      return figuresOf(untouched);
    })
    .not.toBe(before);
  const compared = async () => [await figuresOf(page), await figuresOf(untouched)];
  await expect.poll(async () => new Set(await compared()).size).toBe(1);
  await untouched.close();

  const create = page.getByRole('button', { name: matchCopy.createThreshold, exact: true });
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.create });
  await create.click();
  await dialog.getByRole('button', { name: thresholdFormCopy.cancel }).click();
  await expect(dialog).toBeHidden();
  await create.click();
  await dialog.getByRole('textbox', { name: valueLabels.below }).fill('1');
  await dialog.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(dialog).toBeHidden();

  for (const section of ['Umbrales', 'Partidos']) {
    await page.getByRole('navigation', { name: 'Secciones' }).first().getByText(section).click();
    const search = page.getByRole('main').getByRole('searchbox').first();
    for (const words of ['zzzz', '']) {
      await search.fill(words);
      await expect(page.getByRole('main').getByRole('row').first()).toBeVisible({
        visible: words === '',
      });
    }
  }
  await signOut();
  await expectToast(page, sessionTexts.signedOut);
});
