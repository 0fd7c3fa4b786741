/** Sets the page's title and description after client-side navigation, as the server does for the first page. */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { brand } from '#domain/brand.ts';
import { publicPageAt, publicPages } from '#domain/public-pages.ts';

/** @param title without the product's name */
export function usePageTitle(title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
    const { description } = publicPageAt(pathname) ?? publicPages['/'];
    document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [title, pathname]);
}
