import { useDebouncedValue } from '@mantine/hooks'
import type { Edit, previewBulkEdit } from '#contract/changes/changes.ts'
import { previewBulkEdit as endpoint } from '#contract/changes/changes.ts'
import type { CallInput, CallReply } from '#contract/endpoint.ts'
import { useRead } from '#web/api.ts'

export type Selection = NonNullable<CallInput<typeof previewBulkEdit>['body']>['selection']
export type Preview = CallReply<typeof previewBulkEdit>

/** How long typing pauses before the preview follows, in milliseconds. */
const pauseMs = 400

/** What the edits would do; undefined while there are none, or not all of them are filled in. */
export function usePreview(selection: Selection, edits: readonly Edit[], complete: boolean) {
  const isWanted = complete && edits.length > 0
  const [settled] = useDebouncedValue(JSON.stringify(edits), pauseMs)
  const current = settled === JSON.stringify(edits)
  const preview = useRead(
    endpoint,
    { body: { selection, edits: JSON.parse(settled) as Edit[] } },
    { enabled: isWanted && current, keepPrevious: true },
  )
  return {
    data: isWanted ? preview.data : undefined,
    error: isWanted ? preview.error : null,
    working: isWanted && (preview.isFetching || !current),
  }
}
