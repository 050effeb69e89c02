import { byOrganization, onCoordinator, organizationsTable } from '../../db/schema/places.ts'
import { callsIn, type Node, partsOf, relationsOf, statementsIn, walk } from './parsed.ts'
import { Routes } from './routes.ts'

/** Those of PostgreSQL and ours that give another answer at another time, and stand in our statements. */
const unstable = new Set([
  'clock_timestamp',
  'current_setting',
  'gen_random_uuid',
  'nextval',
  'now',
  'own_organization',
  'random',
  'statement_timestamp',
  'transaction_timestamp',
])
const choosing = ['CaseExpr', 'CoalesceExpr', 'MinMaxExpr']

interface Sender {
  /** It is sent for one organization, as the role that row-level security binds. */
  isBound: boolean
  /** It is of a function that knows its organization. */
  isRouted?: boolean
  /** As the owner, in the midst of a transaction of the organizations' role. */
  isOwner?: boolean
  /** Of the function that it stands in. */
  variables?: readonly string[]
}

/**
 * Why the database would refuse a statement, or send it to all nodes, where organizations are spread over several. It is planned on the coordinator,
 * which knows the node of an organization by a constant alone, and passes on the text.
 * @returns sentences; none where it is fine
 */
export function refusalsOf(text: string, o: Sender): string[] {
  const statements = statementsIn(text)
  return [
    ...settingsRefused(statements),
    ...statements.flatMap((statement) => [
      ...placesRefused(statement, o),
      ...choicesRefused(statement),
      ...insertsRefused(statement, o.isBound),
      ...updatesRefused(statement),
    ]),
  ]
}

/** The same for a statement that the server sends, where only what concerns places is sure to be refused: within one node, a choice or a query may stand anywhere. */
export function sentRefusals(text: string, o: Sender): string[] {
  const statements = statementsIn(text)
  return [...settingsRefused(statements), ...statements.flatMap((statement) => placesRefused(statement, o))]
}

const settingsRefused = (statements: readonly Node[]): string[] =>
  statements.length > 1 &&
  statements.some((statement) => 'TransactionStmt' in statement || 'VariableSetStmt' in statement)
    ? ['A setting, or the beginning of a transaction, is not a statement of its own.']
    : []

function placesRefused(statement: Node, o: Sender): string[] {
  const names = [...relationsOf(statement)]
  const ofOrganizations = names.filter((name) => byOrganization.includes(name) || name === organizationsTable)
  if (!ofOrganizations.length) return []
  const ofCoordinator = names.filter((name) => onCoordinator.includes(name) || name.startsWith('jobs.'))
  const { unrouted } = new Routes(statement, o.variables)
  const isLocking = partsOf(statement, 'SelectStmt')
    .concat(outermost(statement))
    .some((part) => 'lockingClause' in part)
  return [
    ...(ofCoordinator.length ? [`${ofOrganizations.join()} and ${ofCoordinator.join()} are on different nodes.`] : []),
    ...(o.isOwner
      ? [`${ofOrganizations.join()}: written or read as the owner in a transaction of the organizations' role.`]
      : []),
    ...((o.isBound || o.isRouted) && unrouted.length ? [`${unrouted.join()}: "organization_id = $n" is missing.`] : []),
    ...(isLocking && unrouted.length ? [`${unrouted.join()}: rows of several nodes cannot be locked together.`] : []),
  ]
}
const outermost = (statement: Node): Node[] => ('SelectStmt' in statement ? [statement['SelectStmt'] as Node] : [])

function choicesRefused(statement: Node): string[] {
  const refusals: string[] = []
  walk(statement, (kind, part) => {
    if (choosing.includes(kind) && hasUnstable(part))
      refusals.push(
        'A function that is not immutable is inside of case, coalesce, least or greatest: put it into "(select …)".',
      )
    if (kind === 'CaseExpr' && 'arg' in part)
      refusals.push('"case x when" is not passed on as it is: write "case when x =".')
    if (kind === 'onConflictClause' && hasUnstable(part))
      refusals.push(
        'A function that is not immutable is in "do update": pass its value as a parameter, or take it from "excluded".',
      )
  })
  return refusals
}

function insertsRefused(statement: Node, isBound: boolean): string[] {
  return stepsOf(statement, 'InsertStmt').flatMap((insert) => {
    const query = (insert['selectStmt'] as Node | undefined)?.['SelectStmt'] as Node | undefined
    const isCopied = query !== undefined && !('valuesLists' in query)
    const relation = (insert['relation'] as Node)['relname'] as string
    return [
      ...(isBound &&
      isCopied &&
      byOrganization.includes(relation) &&
      !('returningClause' in insert) &&
      !('onConflictClause' in insert)
        ? ['"insert … select" travels as a copy, which row-level security refuses: add "returning".']
        : []),
      ...(partsOf(query?.['valuesLists'], 'SubLink').length || partsOf(insert['returningClause'], 'SubLink').length
        ? ['A query stands in the values of an insert, or in what it returns.']
        : []),
    ]
  })
}

function updatesRefused(statement: Node): string[] {
  return stepsOf(statement, 'UpdateStmt').flatMap((update) => {
    const targets = (update['targetList'] ?? []) as Node[]
    return targets.flatMap((target) => {
      const value = (target['ResTarget'] as Node)['val']
      return [
        ...(hasUnstable(value) && hasColumn(value)
          ? [
              'A function that is not immutable is computed with a column in the "set" of an update: compute it in "from".',
            ]
          : []),
        ...(partsOf(value, 'SubLink').length && !isNow(value)
          ? ['A query stands in the "set" of an update: compute it in "from".']
          : []),
      ]
    })
  })
}

/** Of a statement and of those in its `with`. */
const stepsOf = (statement: Node, kind: string): Node[] => partsOf(statement, kind)

/** `(select now())`, which is planned once. */
const isNow = (value: unknown): boolean => partsOf(value, 'SubLink').every((link) => !relationsOf(link).size)

/** Queries in it are left out: they are computed first. */
function hasUnstable(node: unknown): boolean {
  let isUnstable = false
  walk(node, (kind, part) => {
    if (kind === 'SubLink') return false
    if (kind === 'SQLValueFunction') isUnstable = true
    if (
      kind === 'FuncCall' &&
      callsIn({ FuncCall: part })
        .slice(0, 1)
        .some((name) => unstable.has(name))
    )
      isUnstable = true
    return true
  })
  return isUnstable
}
function hasColumn(node: unknown): boolean {
  let isColumn = false
  walk(node, (kind) => {
    if (kind === 'SubLink') return false
    if (kind === 'ColumnRef') isColumn = true
    return true
  })
  return isColumn
}
