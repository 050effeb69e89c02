import type { CallReply } from '#contract/endpoint.ts'
import { type CheckResult, type CheckStep, wholeCheck } from '#contract/integrations/checks.ts'
import type { listConnectionChecks } from '#contract/integrations/connection-checks.ts'
import { stepAdvice, stepWords } from '#domain/words/connection-check.ts'
import { checkStates } from '#domain/words/states.ts'
import { plural } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'

export type Check = CallReply<typeof listConnectionChecks>['checks'][number]

interface Row {
  step: CheckStep
  /** Absent until it begins. */
  result: CheckResult | undefined
}

const columns = (name: string): readonly Column<Row>[] => [
  { key: 'step', header: 'Step', phone: 'title', render: ({ step }) => stepWords[step] },
  {
    key: 'state',
    header: 'Status',
    render: ({ result }) =>
      result ? <StatusChip of={checkStates[result.state]} /> : <span className="subtle">Not started</span>,
  },
  {
    key: 'detail',
    header: 'Result',
    phone: 'wide',
    render: ({ step, result }) =>
      result?.detail ? (
        <>
          {result.detail}
          {result.state === 'failed' && <b> {stepAdvice(step, name)}</b>}
        </>
      ) : (
        <span className="subtle">–</span>
      ),
  },
]

/** Every step of a check, also those that are still to come. */
export function Steps({ check: { results }, name }: { check: Check; name: string }) {
  const rows = wholeCheck.map((step) => ({ step, result: results.find((result) => result.step === step) }))
  return (
    <DataTable
      label="Steps of the check"
      columns={columns(name)}
      rows={rows}
      rowKey={({ step }) => step}
      empty={null}
    />
  )
}

interface OutcomeProps {
  check: Check
  name: string
  /** It is known that nothing is left on the account. */
  isClean: boolean
}

/** How a check stands, in one sentence. */
export function Outcome({ check: { state, results }, name, isClean }: OutcomeProps) {
  const nothing = isClean ? ` Nothing was left behind on ${name}.` : ''
  const count = (state: CheckResult['state']) => results.filter((result) => result.state === state).length
  if (state === 'queued') return <p role="status">The check starts in a moment.</p>
  if (state === 'running') {
    const current = results.at(-1)
    return (
      <p role="status">
        Step {Math.max(results.length, 1)} of {wholeCheck.length}
        {current && `: ${stepWords[current.step]}`}
      </p>
    )
  }
  if (state === 'interrupted')
    return (
      <Callout tone="warning">
        Motto stopped in the middle of this check, so its results are incomplete.{nothing}
      </Callout>
    )
  const [failures, doubts] = [count('failed'), count('attention')]
  if (failures > 0) return <Callout tone="danger">{`${plural(failures, 'step')} failed.${nothing}`}</Callout>
  if (doubts > 0)
    return (
      <Callout tone="warning">{`The test product worked. ${plural(doubts, 'step')} ${doubts === 1 ? 'needs' : 'need'} attention.${nothing}`}</Callout>
    )
  return <Callout tone="success">Everything that was checked works.{nothing}</Callout>
}
