/** Link to a collectible's page at the marketplace: in a new tab, which does not learn where its visitor comes from. */

import { ActionIcon } from '#src/components/action-icon.tsx';
import { marketPageCopy as copy } from '#src/copy/market-page.ts';

interface MarketPageLinkProps {
  /** Nothing is shown without one. */
  readonly url: string | undefined;
  /** Match and collectible, for the accessible name. */
  readonly target: string;
  readonly tabIndex?: number;
}

const anchorOf = ({ url, target, tabIndex }: MarketPageLinkProps) => ({
  href: url,
  target: '_blank',
  rel: 'noopener noreferrer',
  tabIndex,
  'aria-label': `${copy.label}: ${target} (${copy.newTab})`,
});

export function MarketPageLink(
  props: MarketPageLinkProps & { readonly className?: string | undefined },
) {
  if (props.url === undefined) return null;
  return (
    <a {...anchorOf(props)} className={props.className}>
      {copy.label}
      <ActionIcon name="external" />
    </a>
  );
}

/** Of a row. */
export function MarketPageIconLink(props: MarketPageLinkProps) {
  if (props.url === undefined) return null;
  return (
    <a {...anchorOf(props)} className="iconbtn" title={copy.label}>
      <ActionIcon name="external" />
    </a>
  );
}
