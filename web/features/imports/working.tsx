import { cancelImport } from '#contract/imports.ts'
import { useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { JobProgress } from '#web/ui/layout/job-progress.tsx'
import type { Import } from './upload.ts'

const titles: Partial<Record<Import['state'], (name: string) => string>> = {
  reading: (name) => `Reading ${name}`,
  planning: (name) => `Checking ${name}`,
  applying: (name) => `Importing ${name}`,
}

const messages: Partial<Record<Import['state'], string>> = {
  reading: 'Rows read.',
  planning: 'Rows checked.',
  applying: 'Rows imported.',
}

/** What of an import is on its way, and how to stop it. */
export function Working({ record }: { record: Import }) {
  const stop = useWrite(cancelImport)
  const ask = async () => {
    const yes = await confirm({
      title: 'Stop this import?',
      body:
        record.state !== 'applying'
          ? `Nothing has been imported yet. ${record.channel ? 'Listings aren’t affected.' : 'You’d have to upload the file again.'}`
          : record.kind === 'products'
            ? 'Rows imported so far stay; you can undo them from Inventory › History. The rest won’t be imported.'
            : 'Rows imported so far stay. The rest won’t be imported.',
      confirm: 'Stop import',
      cancel: 'Keep importing',
      danger: true,
    })
    if (yes) stop.mutate({ params: { id: record.id } })
  }
  return (
    <JobProgress
      title={titles[record.state]?.(record.fileName) ?? record.fileName}
      done={record.done}
      total={Math.max(record.rows, record.done)}
      message={messages[record.state]}
      onStop={() => void ask()}
    />
  )
}
