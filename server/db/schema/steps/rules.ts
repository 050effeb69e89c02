import { barely, statementsOf } from './statements.ts'
import { afterOf, type StepKind, tableOf } from './steps.ts'

/** Steps before this one came before the rules. */
export const FIRST_RULED = '0116'

type Rule = readonly [pattern: RegExp, reason: string]

/** What an action of `alter table` must not be where the table has rows that others read and write. */
const inAlterations: readonly Rule[] = [
  [
    /^alter (column )?\w+ (set data )?type\b/,
    'rewrites the table: add a column, fill it by a backfill, and drop the old one later',
  ],
  [
    /^alter (column )?\w+ set not null/,
    'reads the whole table under a lock: add a check "is not null" as not valid, and validate it before, in a contract step',
  ],
  [
    /^add (column )?.* generated always as (?!identity)/,
    'rewrites the table: add a plain column and fill it by a trigger and a backfill',
  ],
  [/^add (column )?.* (as identity|bigserial|serial)\b/, 'rewrites the table'],
  [
    /^add (column )?(?!.* default ).* not null/,
    'fails where rows are, and for writes of the release before: give it a default',
  ],
  [
    /^add (column )?.* default (?!now\(\)|current_)[^,]*\(/,
    'may rewrite the table: only a constant is kept without touching the rows. Fill it by a backfill',
  ],
  [
    /^add (?!constraint|check|foreign|unique|primary|exclude).* (unique|primary key)\b/,
    'builds an index under a lock: build it in an index step',
  ],
  [
    /^add (?!constraint|check|foreign|unique|primary|exclude).* (check|references)\b/,
    'reads the whole table under a lock: add it as a constraint that is not valid, and validate it in a contract step',
  ],
  [
    /^add (constraint \w+ )?(check|foreign key)\b(?!.* not valid$)/,
    'reads the whole table under a lock: add it as not valid, and validate it in a contract step',
  ],
  [
    /^add (constraint \w+ )?(unique|primary key)\b(?!.* using index)/,
    'builds an index under a lock: build it in an index step, and add it with "using index"',
  ],
  [/^add (constraint \w+ )?exclude\b/, 'builds an index under a lock'],
  [/^(cluster|set (logged|unlogged|tablespace|access method))\b/, 'rewrites the table'],
]

const takesAway = 'takes away what the release before may need: do it in a contract step'
/** What only a contract step may do. */
const inContractsAlone: readonly Rule[] = [
  [/^drop (table|view|function|procedure|type|sequence|schema|index|materialized)\b/, takesAway],
  [/^alter \w+ .*\brename\b/, takesAway],
]
const alterationsInContractsAlone: readonly Rule[] = [
  [/^drop (column )?(?!constraint|expression)\w+/, takesAway],
  [/^rename\b/, takesAway],
  [/^validate constraint\b/, 'reads the whole table: do it in a contract step'],
]

const always: readonly Rule[] = [
  [/^create (unique )?index\b/, 'keeps writes away while it is built: build it concurrently, in an index step'],
  [
    /^(update|delete from|insert into .* select|merge|with .* (update|delete from|insert into)) /,
    'changes any number of rows in one transaction: do it in a backfill',
  ],
  [/^(truncate|cluster|vacuum|reindex|lock|refresh)\b/, 'keeps others away'],
  [/^do\b/, 'hides what it does from these rules'],
]

/**
 * Why a step could disturb a shop that goes on selling meanwhile, or the release before, which serves it.
 * @param text its SQL. @param earlier names of all steps before it
 * @returns sentences; none where it is safe
 */
export function dangersOf(kind: StepKind, text: string, earlier: readonly string[] = []): string[] {
  const statements = statementsOf(text).map(barely)
  if (kind === 'index')
    return statements
      .filter((s) => !/^create (unique )?index concurrently if not exists |^drop index concurrently if exists /.test(s))
      .map(
        (s) =>
          `${start(s)}: an index step only has "create index concurrently if not exists" and "drop index concurrently if exists".`,
      )
  if (kind === 'backfill') return dangersOfBackfill(text, statements)
  return [...(kind === 'contract' ? dangersOfContract(text, earlier) : []), ...dangersOfChange(kind, statements)]
}

function dangersOfBackfill(text: string, statements: readonly string[]): string[] {
  const [statement = ''] = statements
  const bounds = [/organization_id = \$1\b/, /\bid > \$2\b/, /\bid <= \$3\b/]
  return [
    ...(tableOf(text) ? [] : ['A backfill says whose rows it changes: "-- table: NAME".']),
    ...(statements.length === 1 ? [] : ['A backfill has one statement.']),
    ...(bounds.every((bound) => bound.test(statement))
      ? []
      : ['A backfill changes one batch: organization_id = $1 and id > $2 and id <= $3.']),
  ]
}

function dangersOfContract(text: string, earlier: readonly string[]): string[] {
  const after = afterOf(text)
  if (after && earlier.includes(after)) return []
  return [
    'A contract step names an earlier step, which every release knows that can work without what it takes away: "-- after: NNNN-name".',
  ]
}

function dangersOfChange(kind: StepKind, statements: readonly string[]): string[] {
  const fresh = new Set(statements.flatMap((s) => /^create table (?:if not exists )?"?(\w+)/.exec(s)?.[1] ?? []))
  const altered = new Set<string>()
  const dangers: string[] = []
  const validated = new Set<string>()
  for (const s of statements) {
    const table = tableIn(s)
    if (table && fresh.has(table)) continue
    const rules = [...always, ...(kind === 'contract' ? [] : inContractsAlone)]
    for (const [pattern, reason] of rules)
      if (pattern.test(s) && !/^delete from function_files\b/.test(s)) dangers.push(`${start(s)}: ${reason}.`)
    if (!/^alter table\b/.test(s) || !table) continue
    altered.add(table)
    for (const action of actionsOf(s)) {
      if (/^validate constraint\b/.test(action)) validated.add(table)
      const isProven = kind === 'contract' && action.endsWith('set not null') && validated.has(table)
      for (const [pattern, reason] of [...inAlterations, ...(kind === 'contract' ? [] : alterationsInContractsAlone)])
        if (!isProven && pattern.test(action)) dangers.push(`alter table ${table} ${start(action)}: ${reason}.`)
    }
  }
  if (altered.size > 1)
    dangers.push(
      `It alters ${[...altered].join(' and ')}: while it waits for one, others wait for the other. Make a step for each.`,
    )
  return dangers
}

const start = (statement: string) => (statement.length > 60 ? `${statement.slice(0, 60)}…` : statement)

const tableIn = (s: string): string | undefined =>
  /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index (?:concurrently )?(?:if not exists )?\w* ?on (?:only )?|update (?:only )?|delete from (?:only )?|insert into )(?:public\.)?"?(\w+)/.exec(
    s,
  )?.[1]

/** The actions of an `alter table`, divided at commas that stand in no parentheses. */
function actionsOf(statement: string): string[] {
  const rest = statement.replace(/^alter table (if exists )?(only )?\S+ /, '')
  const actions: string[] = []
  let depth = 0
  let from = 0
  for (const [i, character] of [...rest].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character !== ',' || depth > 0) continue
    actions.push(rest.slice(from, i).trim())
    from = i + 1
  }
  return [...actions, rest.slice(from).trim()]
}
