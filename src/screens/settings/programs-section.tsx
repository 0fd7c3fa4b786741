/** How a program asks Vigía, and how an assistant is connected: something to copy for each. */
import { keysCopy as copy, mcpSnippet, requestSnippet } from '#src/copy/keys.ts';
import { CopyableText } from '#src/features/channels/copyable-text.tsx';
import { SettingsSection } from './settings-section.tsx';

export function ProgramsSection() {
  return (
    <>
      <SettingsSection id="api" title={copy.apiTitle}>
        <p>
          {copy.apiLead}{' '}
          <a href="/api/docs" target="_blank" rel="noopener">
            {copy.docs}
          </a>
        </p>
        <CopyableText text={requestSnippet(location.origin)} label={copy.copyRequest} />
      </SettingsSection>
      <SettingsSection id="mcp" title={copy.mcpTitle}>
        <p>{copy.mcpLead}</p>
        <CopyableText text={mcpSnippet(location.origin)} label={copy.copyMcp} />
      </SettingsSection>
    </>
  );
}
