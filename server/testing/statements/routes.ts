import { byOrganization, organizationsTable } from '../../db/schema/places.ts'
import { type Node, partsOf } from './parsed.ts'

/**
 * Which tables of organizations a statement finds the node of: by a constant, or by a chain of comparisons that ends at one. Aliases stand for
 * the whole statement, so that the same alias in two places counts as one table.
 */
export class Routes {
  /** Alias → table. */
  private readonly tables = new Map<string, string>()
  private readonly parents = new Map<string, string>()
  private static readonly CONSTANT = '='

  private readonly constants: readonly string[]

  /** @param constants names that stand for values: variables of a function */
  constructor(statement: unknown, constants: readonly string[] = []) {
    this.constants = constants
    const own = new Set(partsOf(statement, 'CommonTableExpr').map((part) => part['ctename'] as string))
    for (const part of [...partsOf(statement, 'RangeVar'), ...partsOf(statement, 'relation')]) {
      const table = part['relname'] as string
      const isKnown = byOrganization.includes(table) || table === organizationsTable
      if (isKnown && !own.has(table)) this.tables.set(aliasOf(part), table)
    }
    for (const insert of partsOf(statement, 'InsertStmt')) this.noteInsert(insert)
    for (const expression of partsOf(statement, 'A_Expr')) this.noteComparison(expression)
  }

  /** @returns tables of organizations without a constant */
  get unrouted(): string[] {
    const constant = this.rootOf(Routes.CONSTANT)
    return [...this.tables].flatMap(([alias, table]) => (this.rootOf(alias) === constant ? [] : [table]))
  }

  /** Each row brings its organization; those of a query are where the query's are. */
  private noteInsert(insert: Node): void {
    const relation = insert['relation'] as Node
    this.join(aliasOf(relation), Routes.CONSTANT)
  }
  private noteComparison(expression: Node): void {
    const [name] = (expression['name'] ?? []) as Node[]
    if ((name?.['String'] as Node | undefined)?.['sval'] !== '=') return
    const sides = [expression['lexpr'], expression['rexpr']]
    for (const [left, right] of pairsOf(sides[0], sides[1])) {
      const [a, b] = [this.columnOf(left), this.columnOf(right)]
      for (const alias of a) for (const other of b) this.join(alias, other)
      if (a.length && this.isConstant(right)) for (const alias of a) this.join(alias, Routes.CONSTANT)
      if (b.length && this.isConstant(left)) for (const alias of b) this.join(alias, Routes.CONSTANT)
    }
  }
  /** @returns the aliases whose organization a column says; several where it is not qualified */
  private columnOf(node: unknown): string[] {
    const fields = ((node as Node | undefined)?.['ColumnRef'] as Node | undefined)?.['fields'] as Node[] | undefined
    const names = (fields ?? []).map((field) => (field['String'] as Node | undefined)?.['sval'] as string)
    const column = names.at(-1)
    const alias = names.at(-2)
    return [...this.tables].flatMap(([known, table]) => {
      const isIts = column === (table === organizationsTable ? 'id' : 'organization_id')
      return isIts && (alias === undefined || alias === known) ? [known] : []
    })
  }
  private isConstant(node: unknown): boolean {
    const part = (node ?? {}) as Node
    const cast = part['TypeCast'] as Node | undefined
    if (cast) return this.isConstant(cast['arg'])
    const column = part['ColumnRef'] as Node | undefined
    const [first] = ((column?.['fields'] ?? []) as Node[]).map(
      (field) => (field['String'] as Node | undefined)?.['sval'],
    )
    return 'ParamRef' in part || 'A_Const' in part || this.constants.includes(first as string)
  }
  private rootOf(alias: string): string {
    let at = alias
    for (let next = this.parents.get(at); next !== undefined; next = this.parents.get(at)) at = next
    return at
  }
  private join(a: string, b: string): void {
    const [from, to] = [this.rootOf(a), this.rootOf(b)]
    if (from !== to) this.parents.set(from, to)
  }
}

const aliasOf = (relation: Node): string =>
  ((relation['alias'] as Node | undefined)?.['aliasname'] as string | undefined) ?? (relation['relname'] as string)

/** `(a, b) = (c, d)` compares a with c and b with d. */
function pairsOf(left: unknown, right: unknown): [unknown, unknown][] {
  const [a, b] = [rowOf(left), rowOf(right)]
  return a && b ? a.map((part, i) => [part, b[i]]) : [[left, right]]
}
const rowOf = (node: unknown): unknown[] | undefined =>
  ((node as Node | undefined)?.['RowExpr'] as Node | undefined)?.['args'] as unknown[] | undefined
