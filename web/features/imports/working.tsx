import { cancelImport } from '#contract/imports.ts'
import { useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { JobProgress } from '#web/ui/layout/job-progress.tsx'
import type { Import } from './upload.ts'

const titles: Partial<Record<Import['state'], (name: string) => string>> = {
  reading: (name) => `Reading ${name}`,
  planning: (name) => `Working out what ${name} changes`,
  applying: (name) => `Importing ${name}`,
}

/** What of an import is on its way, and how to stop it. */
export function Working({ record }: { record: Import }) {
  const stop = useWrite(cancelImport)
  const ask = async () => {
    const yes = await confirm({
      title: 'Stop this import?',
      body:
        record.state !== 'applying'
          ? `Nothing has changed yet. ${record.channel ? 'The listings stay as they are.' : 'The file has to be uploaded again.'}`
          : record.kind === 'products'
            ? 'What it has done so far stays, and can be undone in the history of the inventory. The rest is left out.'
            : 'What it has done so far stays. The rest of the file is left out.',
      confirm: 'Stop the import',
      cancel: 'Go on',
      danger: true,
    })
    if (yes) stop.mutate({ params: { id: record.id } })
  }
  return (
    <JobProgress
      title={titles[record.state]?.(record.fileName) ?? record.fileName}
      done={record.done}
      total={Math.max(record.rows, record.done)}
      message={record.state === 'reading' ? 'Rows, as they are read.' : 'Rows, as they are dealt with.'}
      onStop={() => void ask()}
    />
  )
}
