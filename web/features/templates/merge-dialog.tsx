import { Button, Checkbox, Input, Modal } from '@mantine/core'
import { useState } from 'react'
import { type MergeAction, mergeActions, mergeAttributes, previewMerge } from '#contract/products/merging.ts'
import type { CallInput, CallReply } from '#contract/endpoint.ts'
import { useRead, useWrite } from '#web/api.ts'
import { ChangeProgress } from '#web/form/change-sets/change-progress.tsx'
import { PreviewOf } from '#web/form/change-sets/preview-of.tsx'
import { useShowChangeSet } from '#web/form/change-sets/show-change-set.ts'
import { watch } from '#web/form/change-sets/watch.ts'
import classes from '#web/form/sharing/sharing.module.css'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { isBuiltIn } from './draft.ts'
import type { Template } from './editor.ts'

type Attribute = Template['attributes'][number]

interface Props {
  template: Template
  source: Attribute
  onClose: () => void
}

/** Moves the values of one attribute into another, in all products of the template: first what would change, then a job (TPL-149..TPL-154). */
export function MergeDialog({ template, source, onClose }: Props) {
  const [running, setRunning] = useState<number>()
  return (
    <Modal opened onClose={onClose} title={`Merge "${source.name}" into another attribute`} size={640} yOffset="8vh">
      {running === undefined ? (
        <MergeForm template={template} source={source} onStarted={setRunning} onClose={onClose} />
      ) : (
        <ChangeProgress id={running} onClose={onClose} />
      )}
    </Modal>
  )
}

const actions: Record<MergeAction, { label: string; of: (source: string, target: string) => string }> = {
  fill: { label: 'Fill', of: (source, target) => `Use ${source} where ${target} is empty.` },
  replace: {
    label: 'Replace',
    of: (source, target) => `Use ${source} where it has a value; otherwise keep ${target}.`,
  },
  overwrite: {
    label: 'Overwrite',
    of: (source) => `Always use ${source}, even where it’s empty.`,
  },
}

function MergeForm({ template, source, onStarted, onClose }: Props & { onStarted: (id: number) => void }) {
  const [target, setTarget] = useState<string | null>(null)
  const [action, setAction] = useState<MergeAction | null>(null)
  const [deleteSource, setDeleteSource] = useState(false)
  const [tried, setTried] = useState(false)
  const show = useShowChangeSet()
  const request =
    target === null || action === null
      ? null
      : { templateId: template.id, source: source.name, target, action, deleteSource }
  const preview = usePreview(request)
  const start = useWrite(mergeAttributes, {
    quiet: true,
    // The dialog may be closed before the answer.
    onSuccess: (set) =>
      watch(set, { done: 'Merged Template Attributes.', failed: 'Failed to merge attributes.', show }),
    onError: (error) => toast.error(error.message),
  })
  const merge = async () => {
    setTried(true)
    if (request)
      await start.mutateAsync({ body: request }).then(
        ({ id }) => onStarted(id),
        () => undefined,
      )
  }
  const fixed = isBuiltIn(source)
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void merge()
      }}
    >
      <SearchSelect
        label="Target attribute"
        required
        data-autofocus
        options={template.attributes
          .filter(({ id }) => id !== source.id)
          .map(({ name }) => ({ value: name, label: name }))}
        value={target}
        error={tried && target === null ? 'Choose a target attribute.' : undefined}
        onChange={setTarget}
      />
      <fieldset className={classes.ways}>
        <legend className="sr-only">Action</legend>
        {mergeActions.map((mergeAction) => (
          <div key={mergeAction} className={classes.way}>
            <label>
              <input
                type="radio"
                name="action"
                checked={action === mergeAction}
                aria-describedby={`action-${mergeAction}`}
                onChange={() => setAction(mergeAction)}
              />
              {actions[mergeAction].label}
            </label>
            <p id={`action-${mergeAction}`} className="muted">
              {actions[mergeAction].of(source.name, target ?? 'the target')}
            </p>
          </div>
        ))}
      </fieldset>
      {tried && action === null && <Input.Error role="alert">Choose an action.</Input.Error>}
      <Checkbox
        label={`Delete ${source.name} afterwards`}
        description={
          fixed
            ? 'Built-in attributes can’t be deleted.'
            : 'Removes it from the template and its products. Mentions in texts switch to the target.'
        }
        disabled={fixed}
        checked={deleteSource}
        onChange={(event) => setDeleteSource(event.currentTarget.checked)}
      />
      <PreviewOf preview={preview}>{preview.data && <Effects seen={preview.data} target={target ?? ''} />}</PreviewOf>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={start.isPending}>
          Merge
        </Button>
      </DialogFooter>
    </form>
  )
}

/** @param request null while the form is not complete */
function usePreview(request: NonNullable<CallInput<typeof previewMerge>['body']> | null) {
  const preview = useRead(previewMerge, request ? { body: request } : undefined, {
    enabled: request !== null,
    keepPrevious: true,
  })
  return {
    data: request ? preview.data : undefined,
    error: request ? preview.error : null,
    working: request !== null && preview.isFetching,
  }
}

/** What becomes of the target's values. */
function Effects({ seen, target }: { seen: CallReply<typeof previewMerge>; target: string }) {
  const counts = [
    [seen.filled, (n: number) => `${plural(n, 'product')} without ${target} ${n === 1 ? 'gets' : 'get'} a value`],
    [seen.replaced, (n: number) => `${plural(n, 'value')} of ${target} ${n === 1 ? 'is' : 'are'} replaced`],
    [seen.emptied, (n: number) => `${plural(n, 'product')} ${n === 1 ? 'loses its' : 'lose their'} ${target}`],
  ] as const
  const sentences = counts.filter(([n]) => n > 0).map(([n, say]) => say(n))
  return (
    <p className="muted">
      {sentences.length > 0 ? `${sentences.join(', ')}.` : `No value of ${target} changes.`} You can undo it in one step
      for 30 days.
    </p>
  )
}
