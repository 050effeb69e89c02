import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

await loadModule()

/** A part of a statement as PostgreSQL's own grammar reads it: a list, or an object of which one key names the kind. */
export type Node = { [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** @returns the statements of a text. @throws Error where PostgreSQL would find a syntax error */
export const statementsIn = (text: string): Node[] =>
  (parseSync(text).stmts ?? []).map(({ stmt }) => stmt as unknown as Node)

/** Visits a part and all that it contains, from outside in, each with the kind that PostgreSQL calls it. Stops below where `visit` says false. */
export function walk(node: unknown, visit: (kind: string, part: Node) => boolean | void): void {
  if (Array.isArray(node)) {
    for (const part of node) walk(part, visit)
    return
  }
  if (!isNode(node)) return
  for (const [key, value] of Object.entries(node)) {
    if (isNode(value) && !Array.isArray(value) && visit(key, value) === false) continue
    walk(value, visit)
  }
}

/** @returns every part of a kind, such as `RangeVar` */
export function partsOf(node: unknown, kind: string): Node[] {
  const parts: Node[] = []
  walk(node, (name, part) => {
    if (name === kind) parts.push(part)
  })
  return parts
}

/** @returns tables, views and transition tables that a statement names, without those that its own `with` makes */
export function relationsOf(statement: unknown): Set<string> {
  const own = new Set(partsOf(statement, 'CommonTableExpr').map((part) => part['ctename'] as string))
  const names = new Set<string>()
  const add = ({ relname, schemaname }: Node) => {
    if (schemaname || !own.has(relname as string))
      names.add(
        schemaname && schemaname !== 'public' ? `${schemaname as string}.${relname as string}` : (relname as string),
      )
  }
  walk(statement, (kind, part) => {
    if (kind === 'RangeVar' || kind === 'relation') add(part)
  })
  return names
}

/** @returns the last part of each function's name that a statement calls */
export const callsIn = (statement: unknown): string[] =>
  partsOf(statement, 'FuncCall').map((call) => {
    const names = call['funcname'] as Node[]
    return ((names.at(-1) as Node)['String'] as Node)['sval'] as string
  })

/** An expression of PL/pgSQL, `x := y` included, as a statement. */
const asStatement = (text: string): string =>
  /^\s*(select|with|insert|update|delete|merge|table|values|set|lock|create|do|call|\(\s*(select|with|values))\b/i.test(
    text,
  )
    ? text
    : `select ${text.replace(/^\s*[\w.]+(\[[^\]]*\])?\s*:?=(?!=)\s*/, '')}`

/**
 * @param definition `create function …` of a function in PL/pgSQL
 * @returns the queries and expressions in it, each as a statement; those that are put together when it runs are expressions here
 */
export function queriesOf(definition: string): { text: string; kind: 'query' | 'expression' }[] {
  const queries: { text: string; kind: 'query' | 'expression' }[] = []
  const seen = new Set<string>()
  walk(parsePlPgSQLSync(definition), (kind, part) => {
    if (kind !== 'PLpgSQL_expr') return
    const query = part['query'] as string
    if (seen.has(query)) return
    seen.add(query)
    const text = asStatement(query)
    queries.push({ text, kind: text === query ? 'query' : 'expression' })
  })
  return queries
}
