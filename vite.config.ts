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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // What the first page needs of others: one file, which a deployment of ours leaves as it was.
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|xstate|@xstate[\\/]react|use-sync-external-store|idb|firebase[\\/]app|firebase[\\/]auth|@firebase[\\/](app|auth|component|logger|util))[\\/]/,
            },
          ],
        },
      },
    },
  },
});
