import { Button, Checkbox, Input, TextInput } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { CallInput, CallReply } from '#contract/endpoint.ts'
import { clientUsers } from '#contract/organizations/organizations.ts'
import {
  createReport,
  listReports,
  MOST_READERS,
  type ReportFilter,
  type ReportRhythm,
  updateReport,
} from '#contract/reports.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useMay, Writable } from '#web/may.tsx'
import { useSession } from '#web/session.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { date } from '#web/ui/format.ts'
import { Link, useNavigate } from '#web/ui/link.tsx'
import type { AnalyticsSearch } from '../address.ts'
import classes from '../analytics.module.css'
import { filterOf, narrowedBy, rhythms } from './report-words.ts'

type Shown = CallReply<typeof listReports>['reports'][number]

/** Who ticks the box of somebody who left knows that they did. */
function leftOn(left: Shown['left'], id: number): string | undefined {
  const reader = left.find((person) => person.id === id)
  return reader && `Unsubscribed on ${date(reader.at)}.`
}

/** Has the query that is looked at, or a saved one, mailed. */
export function NewReport({ search, name, onClose }: { search: AnalyticsSearch; name: string; onClose: () => void }) {
  const navigate = useNavigate()
  const self = useSession()?.id
  const create = useWrite(createReport, {
    quiet: true,
    onSuccess: () => {
      toast.success('Report saved.', { detail: 'Send yourself a test to see how it looks.' })
      // The dialog asks before a page that it stands on is left.
      flushSync(onClose)
      void navigate({ to: '/analytics/reports' })
    },
  })
  return (
    <ReportForm
      title="Email as report"
      begin={{ name, every: 'week', filter: filterOf(search), readers: self ? [self] : [] }}
      save={create}
      onSave={(body) => create.mutate({ body })}
      onClose={onClose}
    />
  )
}

/** @param report as it was when the dialog was opened: what others do meanwhile is not undone by what is ticked here */
export function EditReport({ report, isGone, onClose }: { report: Shown; isGone: boolean; onClose: () => void }) {
  const update = useWrite(updateReport, {
    quiet: true,
    onSuccess: () => {
      toast.success('Report saved.')
      onClose()
    },
  })
  return (
    <ReportForm
      title="Edit report"
      begin={{ ...report, readers: report.readers.map(({ id }) => id) }}
      left={report.left}
      problem={isGone && 'Someone deleted this report. Create a new one with “Email as report” in Analytics.'}
      save={update}
      onSave={(draft) => update.mutate({ params: { id: report.id }, body: changeOf(report, draft) })}
      onClose={onClose}
    />
  )
}

/** What was changed here, and nothing that others may have changed meanwhile. */
function changeOf(report: Shown, { name, every, readers }: Draft): CallInput<typeof updateReport>['body'] {
  const before = report.readers.map(({ id }) => id)
  const some = (ids: number[]) => (ids.length > 0 ? ids : undefined)
  return {
    name: name === report.name ? undefined : name,
    every: every === report.every ? undefined : every,
    add: some(readers.filter((id) => !before.includes(id))),
    remove: some(before.filter((id) => !readers.includes(id))),
  }
}

interface Draft {
  name: string
  every: ReportRhythm
  filter: ReportFilter
  readers: number[]
}

function ReportForm({
  title,
  begin,
  left = [],
  problem,
  save,
  onSave,
  onClose,
}: {
  title: string
  begin: Draft
  left?: Shown['left']
  /** Why nothing can be saved. */
  problem?: string | false
  save: { isPending: boolean; error: { message: string; fields: Record<string, string> } | null }
  onSave: (draft: Draft) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState(begin)
  const members = useRead(clientUsers)
  const place = useRead(listReports)
  const may = useMay('reports:write')
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const people = (members.data ?? []).filter(({ status }) => status === 'active')
  const { when, what } = rhythms[draft.every]
  const fields = save.error?.fields ?? {}
  // What no field shows is said below.
  const other = problem || (save.error && !fields.name && !fields.readers ? save.error.message : undefined)
  return (
    <FormDialog opened onClose={onClose} title={title} size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave(draft)
        }}
      >
        <div className={dialog.body}>
          <Writable needs="reports:write">
            <TextInput
              data-autofocus
              label="Name"
              placeholder="Shown in the email subject"
              maxLength={200}
              required
              value={draft.name}
              error={fields.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Select
              label="How often"
              description={`${when}, ${place.data?.timeZone ?? 'where you are'}: ${what}.`}
              allowDeselect={false}
              value={draft.every}
              onChange={(every) => every && set({ every: every as ReportRhythm })}
              data={Object.entries(rhythms).map(([value, { label }]) => ({ value, label }))}
            />
            <Input.Wrapper
              label="To"
              description="Members of this organization. Each gets an email with a PDF and a CSV file."
              error={fields.readers ?? (members.isError ? members.error.message : undefined)}
            >
              <div role="group" aria-label="To" className={classes.people}>
                {people.map(({ id, name, email }) => (
                  <Checkbox
                    key={id}
                    label={name ? `${name} (${email})` : email}
                    description={leftOn(left, id)}
                    checked={draft.readers.includes(id)}
                    disabled={draft.readers.length >= MOST_READERS && !draft.readers.includes(id)}
                    onChange={({ currentTarget }) =>
                      set({
                        readers: currentTarget.checked
                          ? [...draft.readers, id]
                          : draft.readers.filter((reader) => reader !== id),
                      })
                    }
                  />
                ))}
              </div>
            </Input.Wrapper>
          </Writable>
          <div>
            <span className="small">Filters</span>
            <p className="small subtle">{narrowedBy(draft.filter)}. The dates are set for each report.</p>
            <Link to="/analytics/reports" className="small">
              Already sent
            </Link>
          </div>
          {other && <p role="alert">{other}</p>}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!may || Boolean(problem) || !draft.name.trim() || draft.readers.length === 0}
          >
            Save
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
