import { sessionTexts } from '#src/copy/auth-texts.ts';
import { matchCopy } from '#src/copy/match.ts';
import { accountCopy } from '#src/copy/settings-account.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { register } from '#tests/support/account.ts';
import { password } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectToast } from '#tests/support/toasts.ts';

const email = 'traducida@correo.example';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

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

test('a translated page goes on: sign-in, a threshold, sign-out', {
  tag: '@release',
}, async ({ page }) => {
  await register(page, vigia.origin, email);
  const signOut = async () => {
    await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
    await page.getByRole('menuitem', { name: accountCopy.signOut }).click();
    await page.waitForURL('**/login');
  };
  await signOut();

  await page.goto(`${vigia.origin}/dashboard/partidos`);
  await page.getByRole('button', { name: signInCopy.signIn }).waitFor();
  await page.evaluate(translate);
  await page.getByLabel(signInCopy.email).fill(email);
  await page.getByLabel(signInCopy.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: signInCopy.signIn }).click();
  await page.waitForURL('**/dashboard/partidos');
  await page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first().click();

  const create = page.getByRole('button', { name: matchCopy.createThreshold, exact: true });
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.create });
  await create.click();
  await dialog.getByRole('textbox', { name: valueLabels.below }).fill('1');
  await dialog.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(dialog).toBeHidden();
  await signOut();
  await expectToast(page, sessionTexts.signedOut);
});
