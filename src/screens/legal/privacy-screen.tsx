/** /privacy: Privacy Policy. */
import { privacy } from '#src/copy/privacy.ts';
import { LegalPage } from './legal-page.tsx';

export function PrivacyScreen() {
  return <LegalPage document={privacy} />;
}
