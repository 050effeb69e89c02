import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { JobProgress } from '#web/ui/layout/job-progress.tsx'
import { cancel, useRunning } from './watch.ts'

/** The job runs in the background: the dialog may be closed, and closes when the job is done. */
export function ChangeProgress({ id, onClose }: { id: number; onClose: () => void }) {
  const set = useRunning().find((running) => running.id === id)
  const over = set === undefined
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (over) leave()
  }, [over])
  if (!set) return null
  return (
    <>
      <JobProgress
        title={set.title}
        done={set.done - set.failed}
        failed={set.failed}
        total={set.total}
        onStop={() => void cancel(set.id)}
      />
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}
