/** Blocks of a legal section: headings, paragraphs with links, lists, the plan table, the support address. */
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { type LegalBlock, type LegalText, legalCopy } from '#src/copy/legal.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { PlanLimitsTable } from './plan-limits-table.tsx';

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
