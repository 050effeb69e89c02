import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ConfiguredSheet, ConfiguredSpreadsheet, SheetColumns } from '#contract/channels/shapes/csv.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { coverColumns, noHeaders, noSheets, targetOf, withSheet } from '#domain/listings/sheets/choices.ts'
import { toIntegrations } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { Count } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { PanelTabs } from '#web/ui/layout/panel-tabs.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { inputId, type PartProps } from '../editor/fields.ts'
import { Section } from '../editor/section.tsx'
import { ColumnField } from './column-field.tsx'
import classes from './sheet-columns.module.css'

const chosenIn = (fields: Readonly<Record<string, unknown>>, name: string): readonly SheetColumns[] => {
  const list = fields[name]
  return Array.isArray(list) ? (list as SheetColumns[]) : []
}

/** The spreadsheets of the account at hand, as its page keeps them. */
function useSpreadsheets(channel: PartProps['channel']) {
  const account = useAccount()
  const read = useRead(listIntegrations)
  const first = read.data?.[channel]
  const integration = [first, ...(first?.others ?? [])].find((panel) => panel?.id === account) ?? first
  const { spreadsheets } = integration?.integration.config ?? {}
  return {
    pending: read.isPending,
    failed: read.isError && !read.data ? read.error.message : undefined,
    spreadsheets: Array.isArray(spreadsheets) ? (spreadsheets as ConfiguredSpreadsheet[]) : [],
  }
}

/** In which sheet a product has its rows, and what stands in each column (LST-330..LST-337). */
export function SheetColumnsField(props: PartProps) {
  const { channel, field, fields, below, errors } = props
  const { pending, failed, spreadsheets } = useSpreadsheets(channel)
  const chosen = chosenIn(fields, field.name)
  const counting = coverColumns(chosenIn(below, field.name), chosen)
  const target = targetOf(counting, spreadsheets)
  const withSheets = spreadsheets.filter(({ sheets }) => sheets.length > 0)
  const error = errors[field.name]
  return (
    <Section title={field.label}>
      {pending && <FormSkeleton fields={5} label="Loading spreadsheets" />}
      {failed && <Callout tone="danger">Spreadsheets could not be loaded: {failed}</Callout>}
      {!pending && !failed && withSheets.length === 0 && <Update channel={channel}>{noSheets}</Update>}
      {/* A refusal about the sheet as a whole leads here. */}
      <div id={inputId(field.name)} tabIndex={-1}>
        {error && <Callout tone="danger">{error}</Callout>}
      </div>
      {withSheets.map((spreadsheet) => (
        <details key={spreadsheet.spreadsheetId} className={classes.one} open>
          <summary>
            {spreadsheet.title}
            {'sheet' in target && target.spreadsheet === spreadsheet && <Count>in use</Count>}
          </summary>
          <Sheets {...props} spreadsheet={spreadsheet} target={'sheet' in target ? target.sheet : undefined} />
        </details>
      ))}
    </Section>
  )
}

/** What is missing, and the page where it is added (LST-020). */
const Update = ({ channel, children }: { channel: PartProps['channel']; children: string }) => (
  <Callout
    tone="warning"
    action={
      <LinkButton {...toIntegrations(channel)} size="xs" variant="default">
        Update
      </LinkButton>
    }
  >
    {children}
  </Callout>
)

interface SheetsProps extends PartProps {
  spreadsheet: ConfiguredSpreadsheet
  /** The sheet that rows go into, where that is known. */
  target: ConfiguredSheet | undefined
}

function Sheets({ spreadsheet, target, ...props }: SheetsProps) {
  const { sheets, title } = spreadsheet
  const [tab, setTab] = useState('')
  const current =
    sheets.find(({ sheetId }) => String(sheetId) === tab) ?? sheets.find((sheet) => sheet === target) ?? sheets[0]
  if (!current) return null
  return (
    <PanelTabs
      label={`Sheets of ${title}`}
      tabs={sheets.map(({ sheetId, sheetTitle }) => ({ id: String(sheetId), label: sheetTitle }))}
      current={String(current.sheetId)}
      onSelect={setTab}
    >
      <SheetFields {...props} spreadsheetId={spreadsheet.spreadsheetId} sheet={current} isTarget={current === target} />
    </PanelTabs>
  )
}

interface SheetFieldsProps extends PartProps {
  spreadsheetId: string
  sheet: ConfiguredSheet
  isTarget: boolean
}

function SheetFields({ spreadsheetId, sheet, isTarget, ...props }: SheetFieldsProps) {
  const { channel, scope, field, fields, below, onChange } = props
  const chosen = chosenIn(fields, field.name)
  const place = { spreadsheetId, sheetId: sheet.sheetId }
  if (sheet.headers.length === 0) return <Update channel={channel}>{noHeaders}</Update>
  const isTemplates = scope === 'product' && chosenIn(below, field.name).length > 0
  return (
    <div className="stack">
      {isTarget ? (
        <p className="subtle">
          Each product and variation gets a row in this sheet. Columns left blank here are filled by their name.
        </p>
      ) : isTemplates ? (
        <p className="subtle">This listing template writes to a different sheet.</p>
      ) : (
        <div className="row wrap">
          <Button size="xs" variant="default" onClick={() => onChange({ [field.name]: withSheet(chosen, place) })}>
            Use this sheet
          </Button>
          <span className="subtle">This listing template doesn’t write to it yet.</span>
        </div>
      )}
      {!isTemplates || isTarget ? (
        <div>
          <h3 className={classes.headers}>Headers</h3>
          <div className={classes.columns}>
            {sheet.headers.map((header) => (
              <ColumnField key={header.cellId} {...props} header={header} headers={sheet.headers} chosen={chosen} />
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}
