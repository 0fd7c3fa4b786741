/** Builds the SPA: one bundle for every environment; the server writes the configuration into the page. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
});
