import { Anchor, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { importTemplateFile } from '#contract/exports.ts'
import { cancelImport, listImports } from '#contract/imports.ts'
import { listTemplates } from '#contract/templates.ts'
import { useRead, useWrite } from '#web/api.ts'
import { addressOf, ApiError, messageOf } from '#web/call.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ago, plural } from '#web/ui/format.ts'
import { FileDrop } from '#web/ui/inputs/file-drop.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link, LinkButton, useNavigate } from '#web/ui/link.tsx'
import classes from './imports.module.css'
import { type ImportKind, isTable, send, type Sending } from './upload.ts'
import { isBusy, isOver } from './use-import.ts'
import { bytes } from './words.ts'

const mostBytes = 1024 ** 3

/** Where a file begins its way: dropped or chosen, sent, then looked at on a page of its own. */
export function CsvUpload({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate()
  const [file, setFile] = useState<{ name: string; size: number; sent: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useRef<Sending | null>(null)
  useEffect(() => () => sending.current?.stop(), [])
  useLeaveGuard(file !== null, 'The unfinished upload')
  const refuse = (detail: string, what = 'Failed to upload file') => {
    toast.error(what, detail)
    setProblem(`${what}. ${detail}`)
  }
  const start = async ([chosen]: File[]) => {
    if (!chosen) return
    if (!isTable(chosen))
      return refuse(`${chosen.name} isn’t a CSV file. Save it as a .csv file, then upload it again.`)
    if (chosen.size > mostBytes)
      return refuse(
        `${chosen.name} is ${bytes(chosen.size)}. The limit is 1 GB per file; split it and import the parts.`,
      )
    setProblem(null)
    setFile({ name: chosen.name, size: chosen.size, sent: 0 })
    sending.current = send(chosen, kind, (sent) => setFile((now) => now && { ...now, sent }))
    try {
      const { id } = await sending.current.done
      setFile(null)
      void navigate({ to: '/inventory/import/$importId', params: { importId: String(id) }, ignoreBlocker: true })
    } catch (error) {
      setFile(null)
      if (error instanceof ApiError && error.code === 'import_unreadable')
        refuse((error.fields.file ?? error.message).replace(/^Failed to parse CSV\.? ?/, ''), 'Failed to parse CSV')
      else if (!(error instanceof DOMException)) refuse(messageOf(error))
    }
  }
  return (
    <div className="stack">
      {problem && <Callout tone="danger">{problem}</Callout>}
      {file ? (
        <div className={classes.sending} role="group" aria-label={`Uploading ${file.name}`}>
          <b>{file.name}</b>
          <progress aria-label={`Uploading ${file.name}`} max={file.size} value={file.sent} />
          <span className="subtle small tabular" role="status">
            {file.sent < file.size ? `${bytes(file.sent)} of ${bytes(file.size)} uploaded` : 'Uploaded. Processing…'}
          </span>
          <Button variant="default" size="xs" onClick={() => sending.current?.stop()}>
            Cancel
          </Button>
        </div>
      ) : (
        <FileDrop label="CSV file" multiple={false} onFiles={(files) => void start(files)}>
          <span>Drop a CSV file here, or click to choose one</span>
          <span className="subtle small">
            Up to 1 GB. Exports from Shopify, eBay, Etsy and BigCommerce are recognized. You’ll review all changes
            before anything is imported.
          </span>
        </FileDrop>
      )}
      {kind === 'products' && <HeaderRow />}
      <Unfinished kind={kind} />
      <StepFoot hint={file ? undefined : 'Upload a file to continue.'}>
        <LinkButton variant="default" to={kind === 'products' ? '/inventory' : '/templates'}>
          Back to {kind === 'products' ? 'Inventory' : 'Templates'}
        </LinkButton>
      </StepFoot>
    </div>
  )
}

/** For whoever has no file yet: the columns that one may have, with the attributes of a template. */
function HeaderRow() {
  const templates = useRead(listTemplates)
  const [template, setTemplate] = useState<string | null>(null)
  return (
    <div className={classes.header}>
      <span className="muted small">
        Starting from scratch?{' '}
        <Anchor
          href={addressOf(importTemplateFile, { params: { id: Number(template ?? 0) } })}
          download="import_template.csv"
        >
          Download a blank file
        </Anchor>{' '}
        and fill it in.
      </span>
      {templates.data && templates.data.length > 0 && (
        <SearchSelect
          size="xs"
          aria-label="Include a template’s attributes as columns"
          placeholder="With attributes of…"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear template' }}
          options={templates.data.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={template}
          onChange={setTemplate}
        />
      )}
    </div>
  )
}

const doing = {
  reading: 'reading',
  mapping: 'needs mapping',
  planning: 'checking',
  ready: 'ready to review',
  applying: 'importing',
} as const

/** Files that were begun and wait for somebody to go on. */
function Unfinished({ kind }: { kind: ImportKind }) {
  const imports = useRead(listImports, { query: { limit: 25 } })
  const discard = useWrite(cancelImport)
  const open = imports.data?.data.filter((record) => record.kind === kind && !isOver(record)).slice(0, 5)
  if (!open?.length) return null
  return (
    <Card title="Continue" padded={false}>
      <ul className={classes.unfinished} aria-label="Unfinished imports">
        {open.map((record) => (
          <li key={record.id}>
            <Link to="/inventory/import/$importId" params={{ importId: String(record.id) }}>
              {record.fileName}
            </Link>
            <span className="subtle small">
              {plural(record.rows, 'row')}, {doing[record.state as keyof typeof doing]}, {ago(record.createdAt)}
              {!isBusy(record) && (
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={`Discard ${record.fileName}`}
                  onClick={() => discard.mutate({ params: { id: record.id } })}
                >
                  Discard
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
