import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import type { ConfiguredSheet, ConfiguredSpreadsheet } from '#contract/channels/shapes/csv.ts'
import { useWrite } from '#web/api.ts'
import { call } from '#web/call.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { lookupOf, updateConfigCall } from '#web/lookups.ts'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { PanelTabs } from '#web/ui/layout/panel-tabs.tsx'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { OwnCardProps } from '../own-card-props.ts'
import { NewSpreadsheet } from './new-spreadsheet.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import classes from './sheets.module.css'

const configOf = ({ integration }: OwnCardProps): ConfiguredSpreadsheet[] => {
  const { spreadsheets } = integration.integration.config
  return Array.isArray(spreadsheets) ? (spreadsheets as ConfiguredSpreadsheet[]) : []
}
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The spreadsheets of an account: their sheets, which row names the columns, and what each column takes (CHN-044..CHN-067). */
export function Spreadsheets(props: OwnCardProps) {
  const { disabled } = props
  const saved = configOf(props)
  const account = useOfAccount()
  const [draft, setDraft] = useState<ConfiguredSpreadsheet[] | null>(null)
  const [making, setMaking] = useState(false)
  const [reading, setReading] = useState('')
  const entries = useEntries()
  const shown = draft ?? saved
  const dirty = entries.wrong.length > 0 || (draft !== null && !same(draft, saved))
  const clear = () => {
    setDraft(null)
    entries.discard()
  }
  const save = useWrite(updateConfigCall, {
    quiet: true,
    onSuccess: () => {
      setDraft(null)
      toast.success('Updated Integration')
    },
    onError: (error) => toast.error('Failed to update integration', error.message),
  })
  useLeaveGuard(dirty, 'Unsaved spreadsheets')
  /** Sheets, headers and what those take, as they are at Google now (CHN-066). @param id '' for all that there are */
  const readAgain = async (id: string) => {
    setReading(id || 'all')
    try {
      const spreadsheets = await call(lookupOf('csv', 'sheets'), { query: { spreadsheetIds: id, ...account } })
      const next = id
        ? shown.map(
            (spreadsheet) =>
              spreadsheets.find(({ spreadsheetId }) => spreadsheetId === spreadsheet.spreadsheetId) ?? spreadsheet,
          )
        : spreadsheets
      setDraft(next)
      if (same(next, saved)) toast.info('No changes found.')
      else toast.info('Headers updated. Save to keep them.')
    } catch {
      toast.error('Failed to fetch headers. Try again later or Re-Authorize.')
    } finally {
      setReading('')
    }
  }
  return (
    <Card
      title="Spreadsheets"
      actions={
        !disabled && (
          <>
            <Button size="xs" variant="default" loading={reading === 'all'} onClick={() => void readAgain('')}>
              Find spreadsheets
            </Button>
            <Button size="xs" leftSection={<Icon name="plus" size="s" />} onClick={() => setMaking(true)}>
              New Spreadsheet
            </Button>
          </>
        )
      }
      footer={
        dirty &&
        !disabled && (
          <>
            <Button
              disabled={entries.problem !== undefined}
              loading={save.isPending}
              onClick={() => save.mutate({ body: { config: { spreadsheets: shown }, ...account } })}
            >
              Save Changes
            </Button>
            <Button variant="subtle" onClick={clear}>
              Clear
            </Button>
          </>
        )
      }
    >
      {making && <NewSpreadsheet onClose={() => setMaking(false)} />}
      <EntriesOf form={entries}>
        <div className="stack">
          {shown.length === 0 && (
            <div>
              <p>
                <b>No Spreadsheets</b>
              </p>
              <p className="subtle">Create a spreadsheet, and Motto adds a row for every product and variation.</p>
            </div>
          )}
          {shown.map((spreadsheet) => (
            <One
              key={spreadsheet.spreadsheetId}
              spreadsheet={spreadsheet}
              disabled={disabled}
              reading={reading === spreadsheet.spreadsheetId}
              onRead={() => void readAgain(spreadsheet.spreadsheetId)}
              onChange={(next) => setDraft(shown.map((other) => (other === spreadsheet ? next : other)))}
              onRemove={() => setDraft(shown.filter((other) => other !== spreadsheet))}
            />
          ))}
        </div>
      </EntriesOf>
    </Card>
  )
}

interface OneProps {
  spreadsheet: ConfiguredSpreadsheet
  disabled: boolean
  reading: boolean
  onRead: () => void
  onChange: (next: ConfiguredSpreadsheet) => void
  onRemove: () => void
}

function One({ spreadsheet, disabled, reading, onRead, onChange, onRemove }: OneProps) {
  const { spreadsheetId, title, url, sheets } = spreadsheet
  const [chosen, setChosen] = useState('')
  const current = sheets.find(({ sheetId }) => String(sheetId) === chosen) ?? sheets[0]
  const change = (sheet: ConfiguredSheet) =>
    onChange({ ...spreadsheet, sheets: sheets.map((item) => (item.sheetId === sheet.sheetId ? sheet : item)) })
  return (
    <section className={classes.one} aria-label={title}>
      <header className={classes.head}>
        <div className="grow">
          <h3>
            {url ? (
              <a href={url} target="_blank" rel="noreferrer">
                {title}
                <Icon name="external" size="s" />
              </a>
            ) : (
              title
            )}
          </h3>
          <small className={classes.id}>{spreadsheetId}</small>
        </div>
        {!disabled && (
          <ActionIcon aria-label={`Re-sync ${title}`} title="Re-sync" loading={reading} onClick={onRead}>
            <Icon name="refresh" />
          </ActionIcon>
        )}
      </header>
      {current ? (
        <PanelTabs
          label={`Sheets of ${title}`}
          tabs={sheets.map(({ sheetId, sheetTitle }) => ({ id: String(sheetId), label: sheetTitle }))}
          current={String(current.sheetId)}
          onSelect={setChosen}
        >
          <SheetPanel
            key={current.sheetId}
            sheet={current}
            disabled={disabled}
            onHeaderRow={(headerRow) => change({ ...current, headerRow })}
          />
        </PanelTabs>
      ) : (
        <p className="subtle">
          No Sheets found for this spreadsheet.{' '}
          {!disabled && (
            <Button size="compact-xs" variant="subtle" onClick={onRemove}>
              Remove from this list
            </Button>
          )}
        </p>
      )}
    </section>
  )
}
