/** Everything on sale for the match, with the user's line beside each price. */

import { Price } from '#src/components/figures.tsx';
import { Icon } from '#src/components/icon.tsx';
import { count, money, priceParts } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { categoryName, ruleSentence } from '#src/copy/thresholds.ts';
import type { Collectible, Umbral } from '#store/api/types.ts';
import { toRule } from '#store/api/types.ts';
import { ChangeIn24h } from '../overview/change-in-24h.tsx';

interface Editing {
  readonly id: string;
  readonly umbral: Umbral;
}

export function CollectiblesTable(props: {
  readonly collectibles: readonly Collectible[];
  readonly umbrales: Readonly<Record<string, Umbral>>;
  readonly onChoose: (collectibleId: string) => void;
  readonly onThreshold: (collectibleId: string, editing: Editing | undefined) => void;
}) {
  const lineOf = (item: Collectible): Editing | undefined => {
    const found = Object.entries(props.umbrales).find(
      ([, { objetivo }]) => objetivo.tipo === 'coleccionable' && objetivo.id === item.id,
    );
    return found === undefined ? undefined : { id: found[0], umbral: found[1] };
  };
  return (
    <section aria-labelledby="collectibles" className="collectibles">
      <div className="sec-h">
        <h2 className="title" id="collectibles">
          {copy.collectibles}
        </h2>
      </div>
      <table className="ctable">
        <thead>
          <tr>
            <th>Categoría</th>
            <th className="num">Precio mín.</th>
            <th className="num">24 h</th>
            <th className="num x">En venta</th>
            <th className="num x">Última venta</th>
            <th className="x">Tu umbral</th>
            <th>
              <span className="vh">Alerta</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.collectibles.map((item) => (
            <Row key={item.id} item={item} line={lineOf(item)} {...props} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row(props: {
  readonly item: Collectible;
  readonly line: Editing | undefined;
  readonly onChoose: (collectibleId: string) => void;
  readonly onThreshold: (collectibleId: string, editing: Editing | undefined) => void;
}) {
  const { item, line } = props;
  const name = categoryName(item.category);
  return (
    <tr>
      <td>
        <button type="button" className="linkbtn hit" onClick={() => props.onChoose(item.id)}>
          <b>{name}</b>
        </button>
      </td>
      <td className="num">
        {item.floorCents === null ? (
          <span className="meta">{copy.nothingListed}</span>
        ) : (
          <Price {...priceParts(item.floorCents, item.currency)} />
        )}
      </td>
      <td className="num">
        <ChangeIn24h basisPoints={item.change24hBp} />
      </td>
      <td className="num x">{count(item.listings)}</td>
      <td className="num x">
        {item.lastSaleCents === null ? '—' : money(item.lastSaleCents, item.currency)}
      </td>
      <td className="x">
        {line !== undefined && <span className="thrval">{lineText(line.umbral)}</span>}
      </td>
      <td className="num">
        <button
          type="button"
          className="iconbtn"
          aria-label={`${line === undefined ? 'Crear' : 'Editar'} umbral de ${name}`}
          onClick={() => props.onThreshold(item.id, line)}
        >
          <Icon name="alert" />
        </button>
      </td>
    </tr>
  );
}

function lineText(umbral: Umbral): string {
  const { condition, value } = toRule(umbral);
  return ruleSentence({ condition, value, currency: umbral.moneda });
}
