/** Sets title and meta description of a public page after client-side navigation. */
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
