/** Price and price change. A change has a shape and a spoken word besides its colour. */
export function Price(props: { figure: string; symbol: string; className?: string | undefined }) {
  const { figure, symbol, className = '' } = props;
  return (
    <span className={className === '' ? 'price' : `price ${className}`}>
      {figure}
      <small>&nbsp;{symbol}</small>
    </span>
  );
}

export interface PriceChangeProps {
  /** Already formatted, without sign: `8,2 %`. */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat';
  /** Spoken before the figure: “sube”, “baja”. */
  readonly word: string;
}

export function PriceChange({ text, direction, word }: PriceChangeProps) {
  return (
    <span className={`chg chg--${direction}`}>
      {direction !== 'flat' && (
        <svg className="tri" viewBox="0 0 10 10" aria-hidden="true">
          <path d={direction === 'up' ? 'M5 .8 9.8 9.200H.2z' : 'M5 9.200.2.8h9.600z'} />
        </svg>
      )}
      <span className="vh">{word} </span>
      {direction === 'flat' ? `= ${text}` : text}
    </span>
  );
}
