/** Table of price and limits of each plan, from the rules the product enforces. */
import { planNames, plans } from '#domain/plans.ts';
import { count, thresholdMoney } from '#src/copy/format.ts';
import { planTable } from '#src/copy/legal.ts';

export function PlanLimitsTable() {
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
