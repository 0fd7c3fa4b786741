/** Names a public page in the tab and in its description, when one arrives by a link inside the app. */
import { useEffect } from 'react';
import { brand } from '#domain/brand.ts';
import { type PublicPath, publicPages } from '#domain/public-pages.ts';

export function usePageMeta(path: PublicPath): void {
  useEffect(() => {
    const { title, description } = publicPages[path];
    document.title = `${title} · ${brand.name}`;
    document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [path]);
}
