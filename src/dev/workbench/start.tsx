/** Renders the workbench in place of the app. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { applyStoredTheme } from '#src/components/theme-switch.tsx';
import { Workbench } from './workbench.tsx';

/** @throws Error when the page has no #root */
export function startWorkbench(): void {
  applyStoredTheme();
  z.config(z.locales.es());
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Workbench />
    </StrictMode>,
  );
}
