/** Header of the public pages: brand, the page's own links and the theme switch. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { brand } from '#domain/brand.ts';
import { BrandMark } from '#src/components/brand-mark.tsx';
import { ThemeSwitch } from '#src/components/theme-switch.tsx';
import styles from './public-header.module.css';

export function PublicHeader({ children }: { children?: ReactNode }) {
  return (
    <>
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <header className={`top ${styles['top--pub']}`}>
        <div className="wrap top__in">
          <Link className="brand" to="/" aria-label={brand.name}>
            <BrandMark />
            {brand.name}
          </Link>
          <div className="top__end">
            {children}
            <ThemeSwitch />
          </div>
        </div>
      </header>
    </>
  );
}
