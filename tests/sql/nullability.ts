/**
 * Which results of a query are known to be null at times, from its analysed tree: a column without NOT NULL, the side an
 * outer join leaves empty, an aggregate over no rows, a subquery without a row, a CASE without ELSE, and what is computed
 * of these. Conditions that exclude null count. What a function may return by itself is not known: it counts as not null.
 */
import type { Catalogue } from './catalogue.ts';
import { excludedNulls, type NonNull } from './excluded-nulls.ts';
import {
  isTrueAt,
  nodeAt,
  nodesAt,
  numberAt,
  rowsAt,
  type TreeNode,
  textAt,
} from './query-tree.ts';

/** A query and those it is in, the innermost first. */
type Scope = readonly TreeNode[];

/** RTEKind, SubLinkType and CmdType of PostgreSQL's headers. */
const tableKind = { relation: 0, subquery: 1, join: 2, values: 5, cte: 6, group: 9 };
const expressionSubLink = 4;
const commandType = { select: 1, update: 2 };

const neverNull = new Set('ARRAYEXPR BOOLEANTEST DISTINCTEXPR NULLTEST ROWEXPR'.split(' '));
/** Null for a missing key, whatever their arguments. */
const lookups = /^jsonb?_(object_field|array_element|extract_path)(_text)?$|^to_reg/;
const neverNullAggregates = new Set(['count', 'row_number', 'rank', 'dense_rank']);
const oftenNullWindows = new Set(['lag', 'lead', 'nth_value']);

/** @returns for each result column whether it is known to be null at times */
export const findNullableColumns = (query: TreeNode, catalogue: Catalogue): boolean[] =>
  new Nullability(catalogue).ofColumns([query]);

class Nullability {
  readonly #catalogue: Catalogue;
  readonly #facts = new Map<TreeNode, NonNull>();
  /** Recursive queries refer to themselves. */
  readonly #open = new Set<TreeNode>();
  /** Updates of which an assigned expression is read, which sees the row as it was. */
  readonly #assigned = new Set<TreeNode>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  ofColumns(scope: Scope): boolean[] {
    const [query] = scope;
    if (query === undefined || this.#open.has(query)) return [];
    this.#open.add(query);
    const branches = nodeAt(query, 'setOperations') === null ? [] : leavesOf(query);
    const nullable =
      branches.length > 0
        ? this.#ofUnion(branches, scope)
        : outputOf(query).map((entry) => this.#of(nodeAt(entry, 'expr'), scope));
    this.#open.delete(query);
    return nullable;
  }

  #ofUnion(branches: readonly TreeNode[], scope: Scope): boolean[] {
    const columns = branches.map((branch) => this.ofColumns([branch, ...scope]));
    return (columns[0] ?? []).map((_, index) => columns.some((one) => one[index] === true));
  }

  #factsOf(query: TreeNode): NonNull {
    let facts = this.#facts.get(query);
    if (facts === undefined) {
      facts = excludedNulls(query, this.#catalogue);
      this.#facts.set(query, facts);
    }
    return facts;
  }

  #of(expression: TreeNode | null, scope: Scope, known: ReadonlySet<string> = new Set()): boolean {
    if (expression === null) return false;
    const any = (nodes: readonly TreeNode[]) => nodes.some((node) => this.#of(node, scope, known));
    const args = nodesAt(expression, 'args');
    const { type } = expression;
    if (neverNull.has(type)) return false;
    switch (type) {
      case 'VAR':
        return this.#ofVariable(expression, scope, known);
      case 'CONST':
        return isTrueAt(expression, 'constisnull');
      case 'COALESCEEXPR':
      case 'MINMAXEXPR':
        return args.every((node) => this.#of(node, scope, known));
      case 'NULLIFEXPR':
      case 'SUBSCRIPTINGREF':
        return true;
      case 'CASEEXPR':
        return this.#ofCase(expression, scope, known);
      case 'BOOLEXPR': {
        // `a is null or a < 1`, `a is not null and a < 1`: the other operand decides when `a` is null.
        const decided = new Set([...known, ...args.flatMap(testedVariable)]);
        return args.some((node) => this.#of(node, scope, decided));
      }
      case 'AGGREF':
        return this.#ofAggregate(expression, scope, known);
      case 'WINDOWFUNC': {
        const name = this.#nameOf(expression, 'winfnoid');
        return !neverNullAggregates.has(name) && (oftenNullWindows.has(name) || any(args));
      }
      case 'FUNCEXPR':
      case 'OPEXPR':
      case 'SCALARARRAYOPEXPR': {
        const called = this.#catalogue.functions.get(
          numberAt(expression, type === 'FUNCEXPR' ? 'funcid' : 'opfuncid'),
        );
        return (
          called !== undefined && (lookups.test(called.name) || (called.isStrict && any(args)))
        );
      }
      case 'SUBLINK':
        return this.#ofSubquery(expression, scope);
      default: {
        const arg = nodeAt(expression, 'arg');
        return arg !== null && this.#of(arg, scope, known);
      }
    }
  }

  #nameOf(expression: TreeNode, field: string): string {
    return this.#catalogue.functions.get(numberAt(expression, field))?.name ?? '';
  }

  #ofCase(expression: TreeNode, scope: Scope, known: ReadonlySet<string>): boolean {
    const otherwise = nodeAt(expression, 'defresult');
    return (
      otherwise === null ||
      this.#of(otherwise, scope, known) ||
      nodesAt(expression, 'args').some((when) => {
        const condition = nodeAt(when, 'expr');
        const tested = condition === null ? [] : testedVariable(condition);
        return this.#of(nodeAt(when, 'result'), scope, new Set([...known, ...tested]));
      })
    );
  }

  #ofAggregate(expression: TreeNode, scope: Scope, known: ReadonlySet<string>): boolean {
    if (neverNullAggregates.has(this.#nameOf(expression, 'aggfnoid'))) return false;
    const [query] = scope;
    if (query === undefined || nodesAt(query, 'groupClause').length === 0) return true;
    if (nodeAt(expression, 'aggfilter') !== null) return true;
    // Arrays and documents contain nulls; the others skip them.
    if (/(array|json|object)/.test(this.#nameOf(expression, 'aggfnoid'))) return false;
    return nodesAt(expression, 'args').some((entry) =>
      this.#of(nodeAt(entry, 'expr'), scope, known),
    );
  }

  #ofSubquery(expression: TreeNode, scope: Scope): boolean {
    if (numberAt(expression, 'subLinkType') !== expressionSubLink) return false;
    const query = nodeAt(expression, 'subselect');
    if (query === null) return true;
    const hasOneRow =
      isTrueAt(query, 'hasAggs') &&
      nodesAt(query, 'groupClause').length === 0 &&
      nodeAt(query, 'havingQual') === null;
    return !hasOneRow || this.ofColumns([query, ...scope])[0] === true;
  }

  #ofVariable(variable: TreeNode, scope: Scope, known: ReadonlySet<string>): boolean {
    const levels = numberAt(variable, 'varlevelsup');
    const inner = scope.slice(levels);
    const [query] = inner;
    if (query === undefined) return false;
    const key = keyOf(variable);
    if (levels === 0 && known.has(key)) return false;
    const assigned = this.#assignedIn(query, variable);
    if (assigned !== null) {
      this.#assigned.add(query);
      const isNullable = this.#of(assigned, inner);
      this.#assigned.delete(query);
      return isNullable;
    }
    const facts = this.#factsOf(query);
    if (facts.always.has(key)) return false;
    const nulledBy = variable.fields.get('varnullingrels');
    if (Array.isArray(nulledBy) && nulledBy.length > 1) return true;
    return !facts.whereMatched.has(key) && this.#ofTableColumn(variable, inner);
  }

  /** RETURNING sees the row as an update left it. @returns what a column was set to */
  #assignedIn(query: TreeNode, variable: TreeNode): TreeNode | null {
    if (numberAt(query, 'commandType') !== commandType.update) return null;
    if (numberAt(query, 'resultRelation') !== numberAt(variable, 'varno')) return null;
    if (this.#assigned.has(query)) return null;
    const entry = nodesAt(query, 'targetList').find(
      (target) => numberAt(target, 'resno') === numberAt(variable, 'varattno'),
    );
    return entry === undefined ? null : nodeAt(entry, 'expr');
  }

  #ofTableColumn(variable: TreeNode, scope: Scope): boolean {
    const [query] = scope;
    const column = numberAt(variable, 'varattno');
    const table = query && nodesAt(query, 'rtable')[numberAt(variable, 'varno') - 1];
    if (table === undefined || query === undefined || column <= 0) return false;
    switch (numberAt(table, 'rtekind')) {
      case tableKind.relation:
        return !this.#catalogue.notNull.has(`${numberAt(table, 'relid')}.${column}`);
      case tableKind.subquery: {
        const subquery = nodeAt(table, 'subquery');
        return subquery !== null && this.ofColumns([subquery, ...scope])[column - 1] === true;
      }
      case tableKind.cte:
        return this.#ofCommonTable(table, scope)[column - 1] === true;
      case tableKind.values:
        return rowsAt(table, 'values_lists').some((row) =>
          this.#of(row[column - 1] ?? null, scope),
        );
      case tableKind.join:
        return this.#of(nodesAt(table, 'joinaliasvars')[column - 1] ?? null, scope);
      case tableKind.group:
        return this.#of(nodesAt(table, 'groupexprs')[column - 1] ?? null, scope);
      default:
        return false;
    }
  }

  #ofCommonTable(table: TreeNode, scope: Scope): boolean[] {
    const outer = scope.slice(numberAt(table, 'ctelevelsup'));
    const found =
      outer[0] &&
      nodesAt(outer[0], 'cteList').find(
        (cte) => textAt(cte, 'ctename') === textAt(table, 'ctename'),
      );
    const query = found && nodeAt(found, 'ctequery');
    return query ? this.ofColumns([query, ...outer]) : [];
  }
}

/** The result's entries: of SELECT its targets, of a change what it returns. */
const outputOf = (query: TreeNode): readonly TreeNode[] =>
  (numberAt(query, 'commandType') === commandType.select
    ? nodesAt(query, 'targetList')
    : nodesAt(query, 'returningList')
  ).filter((entry) => !isTrueAt(entry, 'resjunk'));

/** The queries that UNION, INTERSECT and EXCEPT combine: the parser makes each a subquery. */
const leavesOf = (query: TreeNode): TreeNode[] =>
  nodesAt(query, 'rtable').flatMap((table) => {
    const subquery = nodeAt(table, 'subquery');
    return subquery === null ? [] : [subquery];
  });

export const keyOf = (variable: TreeNode): string =>
  `${numberAt(variable, 'varno')}.${numberAt(variable, 'varattno')}`;

/** Of `a is null` and `a is not null`, `a`. */
function testedVariable(expression: TreeNode): string[] {
  if (expression.type === 'BOOLEXPR') return nodesAt(expression, 'args').flatMap(testedVariable);
  const arg = expression.type === 'NULLTEST' ? nodeAt(expression, 'arg') : null;
  return arg?.type === 'VAR' ? [keyOf(arg)] : [];
}
