import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { listDynamicMappings } from '#contract/mappings/mappings.ts'
import { previewRules, saveRules } from '#contract/mappings/rule-changes.ts'
import { useRead, useWrite } from '#web/api.ts'
import { call } from '#web/call.ts'
import { PreviewOf } from '#web/form/change-sets/preview-of.tsx'
import { useShowChangeSet } from '#web/form/change-sets/show-change-set.ts'
import { watch } from '#web/form/change-sets/watch.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './dynamic.module.css'
import type { Kept } from './draft.ts'

interface Props {
  body: NonNullable<CallInput<typeof saveRules>['body']>
  onBack: () => void
  onSaved: () => void
  /** Somebody else saved meanwhile: go on with theirs. */
  onReload: (mappings: readonly Kept[]) => void
}

/** What a save changes, before it does. */
export function Review({ body, onBack, onSaved, onReload }: Props) {
  const show = useShowChangeSet()
  // Once it is saved, there is nothing to look ahead to: what was seen of the lists is old.
  const [isRequested, setAsked] = useState(false)
  const preview = useRead(previewRules, { body }, { enabled: !isRequested })
  const write = useWrite(saveRules, {
    quiet: true,
    onError: () => setAsked(false),
    onSuccess: (set) => {
      if (set)
        watch(set, { done: 'Dynamic mapping saved.', failed: 'Rules saved, but listings weren’t updated.', show })
      else toast.success('Dynamic mapping saved.')
      onSaved()
    },
  })
  const error = write.error ?? preview.error
  const reload = async () => {
    const { templateId: parentId, productId: childId } = body
    onReload(await call(listDynamicMappings, { query: { parentId, childId } }))
  }
  const listings = preview.data?.listings ?? 0
  return (
    <form
      className={classes.review}
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        write.mutate({ body })
      }}
    >
      <div className={classes.reviewed}>
        <h3>Review changes</h3>
        {error ? (
          <Callout
            tone="danger"
            action={
              error.code === 'edit_conflict' && (
                <button type="button" className="link" onClick={() => void reload().catch(() => undefined)}>
                  Discard mine and show theirs
                </button>
              )
            }
          >
            {error.code === 'edit_conflict'
              ? 'Someone else saved these rules since you opened them. Go back to copy what you need from yours.'
              : error.message}
          </Callout>
        ) : (
          <PreviewOf preview={{ data: preview.data, error: null, working: preview.isFetching }}>
            <p className="muted">
              {sent(listings, preview.data?.capped ?? false)} You can undo this for 30 days, on your channels too.
            </p>
          </PreviewOf>
        )}
        {preview.data?.total === 0 && (
          <p className="muted">No products use these rules yet. Turn on dynamic mapping on a product to use them.</p>
        )}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onBack}>
          Back to the rules
        </Button>
        <Button type="submit" loading={write.isPending} disabled={!preview.data || preview.isError} data-autofocus>
          Save rules
        </Button>
      </DialogFooter>
    </form>
  )
}

function sent(listings: number, capped: boolean): string {
  if (listings === 0) return 'No live listings will be updated.'
  return `${capped ? 'At least ' : ''}${plural(listings, 'live listing')} will be updated.`
}
