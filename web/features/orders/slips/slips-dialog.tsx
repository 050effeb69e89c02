import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { CallInput, CallReply } from '#contract/endpoint.ts'
import { cancelSlips, listSlips, makeSlips, MOST_SLIPS, type SlipPaper, slipsFile } from '#contract/orders/slips.ts'
import type { exportOrders } from '#contract/orders/work.ts'
import { slipStated } from '#domain/words/slips.ts'
import { useRead, useWrite } from '#web/api.ts'
import { addressOf, fieldError } from '#web/call.ts'
import { Segments } from '#web/ui/choices/segments.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { dateTime, number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { JobProgress } from '#web/ui/layout/job-progress.tsx'
import { Link } from '#web/ui/link.tsx'
import { paperLink } from './paper-link.ts'
import { sheets } from '#domain/orders/slips/sheets.ts'
import { paperChoices } from './papers.ts'
import classes from './slips-dialog.module.css'

type Document = CallReply<typeof listSlips>[number]

/** As many as a page of the browser prints at once. */
const MOST_AT_ONCE = 200

/** Packing slips of all chosen orders, or of the whole list, as one document that is made in the background. */
export function SlipsDialog({
  chosen,
  filter,
  total,
  onClose,
}: {
  chosen: readonly number[]
  filter: NonNullable<CallInput<typeof exportOrders>['query']>
  /** Of the list, as it tells it. */
  total: string
  onClose: () => void
}) {
  const [paper, setPaper] = useState<SlipPaper>('a4')
  const [openOnly, setOpenOnly] = useState(true)
  const documents = useRead(listSlips)
  const make = useWrite(makeSlips, { quiet: true })
  const query = chosen.length > 0 ? { selectedIds: chosen.map(String) } : filter
  const whose = chosen.length > 0 ? plural(chosen.length, 'selected order') : `all ${total} orders in this list`
  const refusal = fieldError(make.error, 'selectedIds') ?? make.error?.message
  return (
    <FormDialog opened onClose={onClose} title="Print all packing slips" size={560}>
      <div className="stack">
        <p>
          Creates one PDF with packing slips for {whose}, up to {number(MOST_SLIPS)}. Orders on hold aren’t included.
        </p>
        <Segments aria-label="Paper" value={paper} data={paperChoices} onChange={setPaper} />
        <Checkbox
          label="Exclude shipped and cancelled orders"
          checked={openOnly}
          onChange={(event) => setOpenOnly(event.currentTarget.checked)}
        />
        {refusal && (
          <p className={classes.refusal} role="alert">
            {refusal}
          </p>
        )}
        {documents.isError ? (
          <ErrorState error={documents.error} retry={() => void documents.refetch()} />
        ) : (
          documents.data &&
          documents.data.length > 0 && (
            <section aria-label="Documents">
              <h3>Documents</h3>
              <ul className={classes.documents}>
                {documents.data.map((document) => (
                  <Made key={document.id} document={document} />
                ))}
              </ul>
            </section>
          )
        )}
      </div>
      <DialogFooter>
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
        <Button loading={make.isPending} onClick={() => make.mutate({ query, body: { paper, openOnly } })}>
          Create PDF
        </Button>
      </DialogFooter>
    </FormDialog>
  )
}

/** A document: how far it is, or where it lies. */
function Made({ document }: { document: Document }) {
  const { id, paper, state, orders, done, slips, held, unwritten, createdAt, expiresAt } = document
  const stop = useWrite(cancelSlips)
  const title = `${plural(orders, 'order')} on ${sheets[paper].name}`
  if (state === 'waiting' || state === 'making')
    return (
      <li>
        <JobProgress
          title={title}
          done={done}
          total={orders}
          message={state === 'waiting' ? 'Queued.' : 'Creating PDF.'}
          onStop={() => stop.mutate({ params: { id } })}
        />
      </li>
    )
  return (
    <li>
      <div className={classes.made}>
        <div className={classes.grow}>
          <b>{title}</b> <StatusChip of={slipStated[state]} />
          <p className="small muted">
            {state === 'ready'
              ? `${plural(slips, 'slip')}. Available until ${dateTime(expiresAt)}.`
              : `${dateTime(createdAt)}${state === 'failed' ? '. Couldn’t create the PDF. Try again.' : ''}`}
          </p>
        </div>
        {state === 'ready' && (
          <Button
            component="a"
            size="xs"
            variant="default"
            leftSection={<Icon name="download" />}
            href={addressOf(slipsFile, { params: { id } })}
            download={`packing-slips-${id}.pdf`}
            aria-label={`Download ${title}`}
          >
            Download
          </Button>
        )}
      </div>
      {held > 0 && <p className="small muted">{plural(held, 'order')} on hold not included.</p>}
      {unwritten.length > 0 && (
        <p className="small">
          {plural(unwritten.length, 'order')} not included: {unwritten.length === 1 ? 'its' : 'their'} characters can’t
          be shown in the PDF.{' '}
          <Link
            {...paperLink(
              'slips',
              unwritten.slice(0, MOST_AT_ONCE).map((order) => order.id),
            )}
            target="_blank"
          >
            Print {unwritten.length === 1 ? 'it' : 'them'} from the browser
          </Link>
        </p>
      )}
    </li>
  )
}
