import { Button } from '@mantine/core'
import { useState } from 'react'
import { applyTags } from '#contract/changes/changes.ts'
import { allTags } from '#contract/products/products.ts'
import { useRead, useWrite } from '#web/api.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Selection } from '../bulk/preview.ts'
import { useShowChangeSet } from '#web/form/change-sets/show-change-set.ts'
import { sentenceOf, watch } from '#web/form/change-sets/watch.ts'
import classes from '../bulk/bulk.module.css'

const failedText = 'Failed to apply tags.'

/** Adds tags to the chosen products and takes others off, as a job that can be left (INV-215..INV-218). */
export function ApplyTagsDialog({
  selection,
  count,
  onClose,
}: {
  selection: Selection
  count: number
  onClose: () => void
}) {
  const [addTags, setAdd] = useState<string[]>([])
  const [removeTags, setRemove] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const known = useRead(allTags)
  const show = useShowChangeSet()
  // The dialog may be closed before the answer.
  const start = useWrite(applyTags, {
    quiet: true,
    onSuccess: (set) => {
      watch(set, { done: 'Applied Tags.', failed: failedText, show })
      onClose()
    },
    onError: (error) => toast.error(sentenceOf(error, failedText)),
  })
  const both = addTags.filter((tag) => removeTags.some((other) => other.toLowerCase() === tag.toLowerCase()))
  const problem = both.length
    ? `You can’t add and remove “${both[0]}” at the same time.`
    : addTags.length + removeTags.length
      ? undefined
      : 'Choose a tag to add or to remove.'
  const apply = () => {
    setTried(true)
    if (problem) return
    const chosen = 'ids' in selection ? { productIds: selection.ids } : { selection }
    start.mutate({ body: { ...chosen, addTags, removeTags } })
  }
  return (
    <FormDialog opened onClose={onClose} title="Apply Tags">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <div className={classes.tags}>
          <p className="muted">{plural(count, 'product')} selected. Other tags stay as they are.</p>
          <TagInput
            label="Add tags"
            data-autofocus
            openOnFocus={false}
            value={addTags}
            onChange={setAdd}
            options={known.data ?? []}
            error={tried ? problem : undefined}
          />
          <TagInput label="Remove tags" value={removeTags} onChange={setRemove} options={known.data ?? []} />
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={start.isPending}>
            Apply Tags
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
