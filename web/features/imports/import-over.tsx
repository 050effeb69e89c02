import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { toHistory } from '#web/addresses.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { ImportPictures } from './import-pictures.tsx'
import classes from './imports.module.css'
import { Rows } from './review-step.tsx'
import type { Import } from './upload.ts'
import { backOf } from './use-import.ts'
import { useProblems } from './review/use-problems.ts'
import { became, counted } from './words.ts'

/** How long the success is read before the list opens (IMP-059, IMP-115), in milliseconds. */
const readMs = 4000

const texts = {
  products: {
    toast: 'Successfully imported CSV.',
    text: 'Products Imported. Navigating to Inventory',
    to: '/inventory',
    list: 'Inventory',
  },
  templates: {
    toast: 'Successfully imported Templates CSV!',
    text: 'Successfully imported Templates CSV! Navigating to Templates.',
    to: '/templates',
    list: 'Templates',
  },
  channel: {
    toast: 'Products imported. Linking them to their listings…',
    text: 'Products imported. They’re being linked to their listings in the background.',
    to: '/inventory',
    list: 'Inventory',
  },
} as const

interface Props {
  record: Import
  /** It came to its end before our eyes. */
  justNow: boolean
}

/** What an import did, and where to undo it. */
export function ImportOver({ record, justNow }: Props) {
  const words = texts[record.channel ? 'channel' : record.kind]
  const counts = became(record)
  const { skippedCells } = useProblems(record)
  // What was refused on the way nobody has seen yet.
  const [going, setGoing] = useState(record.state === 'done' && justNow && !record.applied.error && !record.channel)
  const navigate = useNavigate()
  const isReported = useRef(false)
  useEffect(() => {
    if (isReported.current || record.state !== 'done' || !justNow) return
    isReported.current = true
    toast.success(words.toast)
  }, [record.state, justNow, words.toast])
  useEffect(() => {
    if (!going) return
    const timer = setTimeout(() => void navigate({ to: words.to }), readMs)
    // Somebody who does something on this page wants to stay.
    const stay = () => setGoing(false)
    addEventListener('pointerdown', stay)
    addEventListener('keydown', stay)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', stay)
      removeEventListener('keydown', stay)
    }
  }, [going, navigate, words.to])
  return (
    <>
      {record.state === 'done' ? (
        <Callout
          tone="success"
          action={
            going && (
              <Button variant="default" size="xs" onClick={() => setGoing(false)}>
                Stay here
              </Button>
            )
          }
        >
          <span role="status">{going || record.channel ? words.text : `${record.fileName} imported.`}</span>{' '}
          <div>{counted(counts, skippedCells)}.</div>
        </Callout>
      ) : record.state === 'cancelled' ? (
        <Callout tone="warning">
          Import stopped.{' '}
          {counted(record.applied) ? `Imported before that: ${counted(record.applied)}.` : 'Nothing was changed.'}
        </Callout>
      ) : (
        <Callout tone="danger">
          {record.kind === 'templates' && !record.error.startsWith('Failed') ? 'Failed to import CSV. ' : ''}
          {record.error}
        </Callout>
      )}
      <div className={classes.next}>
        <LinkButton to={words.to}>Go to {words.list}</LinkButton>
        {record.changeSetId !== null && (
          <LinkButton variant="default" {...toHistory(record.changeSetId)}>
            View or undo changes
          </LinkButton>
        )}
        <LinkButton variant="default" {...backOf(record)}>
          {record.channel ? 'Existing listings' : 'Import another file'}
        </LinkButton>
      </div>
      {record.state === 'done' && <Rows record={record} />}
      {record.state === 'done' && record.kind === 'products' && <ImportPictures importId={record.id} />}
    </>
  )
}
