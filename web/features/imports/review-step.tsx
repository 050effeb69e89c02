import { Anchor, Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { failedRowsFile } from '#contract/exports.ts'
import { applyImport, type ImportOutcome, importOutcomes, listImportRows } from '#contract/imports.ts'
import { listTemplates } from '#contract/templates.ts'
import { begunWords } from '#domain/imports/begun.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { isAwaited, useRead, useWrite } from '#web/api.ts'
import { addressOf } from '#web/call.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { number, plural } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/tables/pager.tsx'
import { DeletePanel, useDeleted } from './delete-panel.tsx'
import { FixCells } from './review/fix-cells.tsx'
import classes from './imports.module.css'
import { ReviewRows } from './review/review-rows.tsx'
import { UnusedDelete } from './unused-delete.tsx'
import { useProblems } from './review/use-problems.ts'
import type { Import } from './upload.ts'
import { became, counted, outcomeName } from './words.ts'

const sizes = [10, 25, 50, 100]
const sizeAtFirst = 10
/** So many changes are asked about once more. */
const many = 1000

const willDo = ({ outcomes }: Import) => (outcomes.create ?? 0) + (outcomes.update ?? 0) + (outcomes.delete ?? 0)

/** What the file would do, row by row, before it does it (IMP-041..056). */
export function ReviewStep({ record, onBack }: { record: Import; onBack: () => void }) {
  const apply = useWrite(applyImport, {
    once: true,
    quiet: true,
    onSuccess: () => {
      if (record.channel) toast.success(begunWords(record.channel))
    },
  })
  const deleted = useDeleted(record)
  const { skippedCells } = useProblems(record)
  const total = willDo(record)
  const what = record.kind === 'products' ? 'product' : 'template'
  const start = async () => {
    if (
      total > many &&
      !(await confirm({
        title: `Import ${plural(total, what)}?`,
        body: `${counted(record.outcomes, skippedCells, 'can’t be imported')}.`,
        confirm: 'Import',
      }))
    )
      return
    apply.mutate({ params: { id: record.id } })
  }
  const problem = total === 0 ? 'Nothing to import. No row adds, changes or deletes anything.' : undefined
  return (
    <>
      {isAwaited(deleted) ? (
        // The names of what is deleted push down all the rest.
        <TableSkeleton rows={sizeAtFirst} label="Rows, loading" />
      ) : (
        <>
          {(record.outcomes.delete ?? 0) > 0 && <DeletePanel record={record} />}
          <UnusedDelete record={record} />
          {(record.outcomes.skip ?? 0) > 0 && (
            <Callout tone="neutral">
              {record.kind === 'products'
                ? `${plural(record.outcomes.skip ?? 0, 'row')} will be skipped. See the Skipped tab for reasons.`
                : `${plural(record.outcomes.skip ?? 0, 'row')} will be skipped: No Template Name.`}
            </Callout>
          )}
          <Rows record={record} />
        </>
      )}
      {apply.isError && (
        <Callout tone="danger">{record.kind === 'templates' ? 'Failed to import CSV' : apply.error.message}</Callout>
      )}
      <StepFoot
        onBack={onBack}
        problem={problem}
        hint={`${counted(record.outcomes, skippedCells, 'can’t be imported')}.`}
      >
        <Button disabled={total === 0} loading={apply.isPending} onClick={() => void start()}>
          Import {plural(total, what)}
        </Button>
      </StepFoot>
    </>
  )
}

/** How many rows cannot be imported completely, and a file of them to correct. */
function Problems({ record }: { record: Import }) {
  const rows = useProblems(record)
  const whole = became(record).error ?? 0
  const cells = rows.items - whole
  if (rows.items === 0) return <CouldNotLoad what="The rows with problems" read={rows.read} />
  const over = record.state === 'done'
  const it = rows.items === 1 ? 'it' : 'them'
  return (
    <Callout
      tone="warning"
      action={
        <Anchor href={addressOf(failedRowsFile, { params: { id: record.id } })} download>
          Download rows with problems
        </Anchor>
      }
    >
      {whole > 0 &&
        `${plural(whole, 'row')} ${over ? 'couldn’t be' : 'can’t be'} imported. See the reason below ${whole === 1 ? 'it' : 'each'}. `}
      {cells > 0 &&
        `${rows.capped ? 'More than ' : ''}${plural(cells, 'row')} ${cells === 1 ? 'has' : 'have'} cells that ${over ? 'were' : 'will be'} skipped. `}
      {over
        ? `Fix ${it} in the downloaded file and import it again.`
        : `You can import the rest now. ${record.kind === 'products' ? `Fix ${it} here, or download ${it} for later.` : `Download ${it}, fix ${it} and import ${it} later.`}`}
    </Callout>
  )
}

/** Tells which templates the import makes: those that its file names and that are not there yet. */
function useMade({ kind, state, mapping }: Import) {
  const isAsked = kind === 'products' && state !== 'done' && mapping.createTemplates === true
  const templates = useRead(listTemplates, undefined, { enabled: isAsked })
  const there = new Set(templates.data?.map(({ name }) => nameKey(name)))
  const made = (name: string) => isAsked && templates.data !== undefined && name !== '' && !there.has(nameKey(name))
  return { made, templates }
}

/** The rows, of one outcome or of all, a page at a time. */
export function Rows({ record }: { record: Import }) {
  const {
    outcome,
    problems,
    offset = 0,
    limit: pageSize = sizeAtFirst,
  } = useSearch({ from: '/inventory/import/$importId' })
  const limit = sizes.includes(pageSize) ? pageSize : sizeAtFirst
  const navigate = useNavigate({ from: '/inventory/import/$importId' })
  const counts = became(record)
  const rows = useRead(
    listImportRows,
    { params: { id: record.id }, query: { offset, limit, outcome, problems: problems && 'true' } },
    { keepPrevious: true },
  )
  const present = importOutcomes.filter((name) => (counts[name] ?? 0) > 0)
  const refused = useProblems(record)
  const { made, templates } = useMade(record)
  const go = (next: { outcome?: ImportOutcome; problems?: true; offset?: number; limit?: number }) =>
    void navigate({ search: (now) => ({ ...now, offset: undefined, ...next }), replace: true, resetScroll: false })
  const tab = (name: ImportOutcome | undefined, label: string, n: number, withProblems?: true) => (
    <button
      key={label}
      type="button"
      className={classes.tab}
      aria-pressed={outcome === name && problems === withProblems}
      onClick={() => go({ outcome: name, problems: withProblems })}
    >
      {label} <span className="tabular">{number(n)}</span>
    </button>
  )
  // Problems stand above the rows: before it is known whether there are any, nothing is drawn that they would push down.
  if (isAwaited(rows, refused.read, templates)) return <TableSkeleton rows={limit} label="Rows, loading" />
  return (
    <>
      <Problems record={record} />
      {record.state === 'ready' && record.kind === 'products' && <FixCells record={record} cells={refused.cells} />}
      <CouldNotLoad what="The list of new templates" read={templates} />
      <Card padded={false}>
        <div className={classes.tabs} role="group" aria-label="Rows to show">
          {tab(
            undefined,
            'All',
            present.reduce((sum, name) => sum + (counts[name] ?? 0), 0),
          )}
          {present.map((name) => tab(name, outcomeName(name), counts[name] ?? 0))}
          {refused.items > (counts.error ?? 0) && tab(undefined, 'With problems', refused.items, true)}
        </div>
        {rows.isError && !rows.data ? (
          <ErrorState error={rows.error} retry={() => void rows.refetch()} />
        ) : !rows.data ? (
          <TableSkeleton rows={limit} label="Rows, loading" />
        ) : rows.data.data.length === 0 ? (
          <EmptyState title="No rows" drawing={false}>
            No rows with this result.
          </EmptyState>
        ) : (
          <ReviewRows kind={record.kind} rows={rows.data.data} stale={rows.isPlaceholderData} made={made} />
        )}
        <div className={classes.foot}>
          <Select
            aria-label="Rows on a page"
            size="xs"
            w={84}
            data={sizes.map(String)}
            value={String(limit)}
            onChange={(n) => go({ limit: n === null || Number(n) === sizeAtFirst ? undefined : Number(n) })}
          />
          <Pager
            offset={offset}
            limit={limit}
            items={rows.data?.items ?? 0}
            itemsCapped={rows.data?.itemsCapped}
            onChange={(next) => go({ offset: next || undefined })}
          />
        </div>
      </Card>
    </>
  )
}
