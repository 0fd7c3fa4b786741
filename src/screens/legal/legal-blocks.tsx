/** Blocks of a legal section: headings, paragraphs with links, lists, the plan table, the support address. */
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { planNames, plans } from '#domain/plans.ts';
import { count, thresholdMoney } from '#src/copy/format.ts';
import { type LegalBlock, type LegalText, legalCopy, planTable } from '#src/copy/legal.ts';
import { useSession } from '#src/features/session/session-context.ts';

export function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a printed text never moves
    <Block key={index} block={block} />
  ));
}

function Block({ block }: { block: LegalBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'paragraph':
      return (
        <p>
          <Runs of={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'plans':
      return <PlanLimitsTable />;
    case 'support-address':
      return <SupportAddress />;
  }
}

function Runs({ of: text }: { of: readonly LegalText[] }) {
  return text.map((run) =>
    typeof run === 'string' ? (
      <Fragment key={run}>{run}</Fragment>
    ) : (
      <Link key={run.to} to={run.to}>
        {run.text}
      </Link>
    ),
  );
}

function SupportAddress() {
  const { supportEmail } = useSession().site;
  return (
    <p>
      {legalCopy.supportAddress} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
}

/** Table of price and limits of each plan, from the rules the product enforces. */
function PlanLimitsTable() {
  return (
    <table className="ctable">
      <caption className="vh">{planTable.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{planTable.plan}</th>
          <th scope="col" className="num">
            {planTable.price}
          </th>
          <th scope="col" className="num">
            {planTable.matches}
          </th>
          <th scope="col" className="num">
            {planTable.thresholds}
          </th>
          <th scope="col" className="num">
            {planTable.fastestCheck}
          </th>
        </tr>
      </thead>
      <tbody>
        {planNames.map((name) => {
          const { label, monthlyPriceCents, maxMatches, maxThresholds, fastestCheckSeconds } =
            plans[name];
          return (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td className="num">{thresholdMoney(monthlyPriceCents, 'EUR')}</td>
              <td className="num">{maxMatches === null ? planTable.noLimit : count(maxMatches)}</td>
              <td className="num">{count(maxThresholds)}</td>
              <td className="num">
                {fastestCheckSeconds}
                {'\u00A0'}s
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
