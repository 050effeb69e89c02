import { StartError } from '../../../start-error.ts'
import { isNewer, version } from '../../../version.ts'
import type { LedgerRow, Standing } from './ledger.ts'
import { afterOf, type Step } from './steps.ts'

export interface Plan {
  /** To be run now, in their order; contract steps come after the functions. */
  steps: readonly Step[]
  contracts: readonly Step[]
  /** Contract steps that have to wait, and why. */
  waiting: readonly { step: Step; reason: string }[]
  /** A newer version has been here, and what it did lets this one work. Its functions stay. */
  isAhead: boolean
}

/**
 * What is to be done on a database that is at `standing`.
 * @param known the steps of this version
 * @param upTo the newest of them to be run
 * @throws StartError where a newer version took something away that this one needs
 */
export function planUpgrade(known: readonly Step[], { applied, ledger }: Standing, upTo: string): Plan {
  const isNew = applied.length === 0
  const unknown = refuseFuture(known, applied, ledger)
  const begun = ledger.filter(({ kind }) => kind === 'backfill').map(({ name }) => name)
  const pending = known.filter(({ name }) => name <= upTo && !applied.includes(name) && !begun.includes(name))
  const contracts = pending.filter(({ kind }) => kind === 'contract')
  const judged = contracts.map((step) => ({ step, reason: isNew ? '' : reasonToWait(step, known, applied, ledger) }))
  return {
    steps: pending.filter(({ kind }) => kind !== 'contract'),
    contracts: judged.filter(({ reason }) => !reason).map(({ step }) => step),
    waiting: judged.filter(({ reason }) => reason),
    isAhead: unknown.length > 0 || ledger.some(({ release }) => isNewer(release)),
  }
}

function refuseFuture(known: readonly Step[], applied: readonly string[], ledger: readonly LedgerRow[]): string[] {
  const names = new Set(known.map(({ name }) => name))
  const rows = new Map(ledger.map((row) => [row.name, row]))
  const unknown = applied.filter((name) => !names.has(name))
  for (const name of unknown) {
    const row = rows.get(name)
    if (row && (row.kind !== 'contract' || (row.after && names.has(row.after)))) continue
    throw new StartError(
      `This database was upgraded by a newer Motto${row ? ` (${row.release})` : ''}, and its step ${name} took away what this version (${version}) needs. Start the newer version, or restore the backup from before the upgrade.`,
    )
  }
  return unknown
}

/** Nothing is taken away by the version that brought what replaces it: the version before may still be running. @returns '' where it may run */
function reasonToWait(
  step: Step,
  known: readonly Step[],
  applied: readonly string[],
  ledger: readonly LedgerRow[],
): string {
  const unfilled = known.filter(({ name, kind }) => kind === 'backfill' && name < step.name && !applied.includes(name))
  if (unfilled[0]) return `the backfill ${unfilled[0].name} is not done`
  const after = afterOf(step.texts().join('\n')) ?? ''
  const row = ledger.find(({ name }) => name === after)
  // A version that knows a newer step than the one that began it comes later.
  const byEarlier = row ? row.begunBy < (known.at(-1)?.name ?? '') : applied.includes(after)
  return byEarlier ? '' : `${after} came with this version, and the version before may still be running`
}
