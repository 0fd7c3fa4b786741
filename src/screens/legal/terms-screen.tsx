/** /terms: Terms and Conditions. */
import { terms } from '#src/copy/terms.ts';
import { LegalPage } from './legal-page.tsx';

export function TermsScreen() {
  return <LegalPage document={terms} />;
}
