import { Button } from '@mantine/core'
import { useState } from 'react'
import { type DriveId, driveIds, drives } from '#contract/integrations/drives.ts'
import { driveKeys } from '#contract/products/images.ts'
import { useRead } from '#web/api.ts'
import { messageOf } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { type Chosen, chooseFrom, missingKey } from './drives.ts'
import { type Skipped, useImport } from './use-import.ts'

interface Props {
  /** Addresses that stand there from the beginning. */
  begin: string
  /** How many more pictures the product takes. */
  room: number
  onPicture: (url: string) => void
  onClose: () => void
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Takes pictures from addresses on the web, one per line, or from a drive. */
export function ImportDialog({ begin, room, onPicture, onClose }: Props) {
  const [text, setText] = useState(begin)
  const [problem, setProblem] = useState('')
  const { progress, skipped, run, stop } = useImport(onPicture)
  const keys = useRead(driveKeys)
  const take = async (chosen: readonly Chosen[], keep: (failed: readonly Skipped[]) => void) => {
    if (chosen.length > room)
      return setProblem(`You selected ${plural(chosen.length, 'image')}, but this product has room for ${room} more.`)
    setProblem('')
    const failed = await run(chosen)
    keep(failed)
    const done = chosen.length - failed.length
    if (done > 0) toast.success(`${plural(done, 'image')} imported.`)
    if (failed.length === 0) onClose()
  }
  const takeLines = () => {
    const lines = linesOf(text)
    if (lines.length === 0) return setProblem('Enter at least one image URL.')
    return take(
      lines.map((url) => ({ name: url, url })),
      // What could not be had stays, to be mended.
      (failed) => setText(failed.map(({ name }) => name).join('\n')),
    )
  }
  const open = async (id: DriveId) => {
    const missing = missingKey(id, keys.data ?? {})
    if (missing)
      return setProblem(
        `${drives[id].name} isn’t set up. Your administrator can turn it on with the ${missing} setting.`,
      )
    try {
      const chosen = await chooseFrom(id, keys.data ?? {})
      if (chosen.length > 0) await take(chosen, () => undefined)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const close = () => {
    stop()
    onClose()
  }
  return (
    <FormDialog opened onClose={close} title="Import images" size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void takeLines()
        }}
      >
        <div className={dialog.body}>
          <div className="stack">
            <Textarea
              data-autofocus
              label="Image URLs"
              description="One per line. Images are copied to Motto and must be publicly accessible."
              placeholder="https://"
              minRows={4}
              maxRows={10}
              value={text}
              disabled={progress !== undefined}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setProblem('')
              }}
            />
            <div className="row wrap" role="group" aria-label="From cloud storage">
              {driveIds.map((id) => (
                <Button
                  key={id}
                  variant="default"
                  size="xs"
                  disabled={progress !== undefined || keys.isPending}
                  onClick={() => void open(id)}
                >
                  {drives[id].name}
                </Button>
              ))}
            </div>
            {progress && (
              <p role="status" className="muted">
                Importing {progress.done + 1} of {progress.of}…
              </p>
            )}
            {problem && <Callout tone="danger">{problem}</Callout>}
            {skipped.length > 0 && (
              <Callout tone="warning">
                {plural(skipped.length, 'image')} skipped:
                <ul>
                  {skipped.map(({ name, reason }) => (
                    <li key={name}>
                      <span className="mono">{name}</span>: {reason}
                    </li>
                  ))}
                </ul>
              </Callout>
            )}
          </div>
        </div>
        <DialogFooter>
          <Button variant="default" onClick={close}>
            {progress ? 'Stop' : 'Cancel'}
          </Button>
          <Button type="submit" loading={progress !== undefined}>
            Import
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
