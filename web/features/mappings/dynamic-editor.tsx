import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { getTemplate } from '#contract/templates.ts'
import { isPressed, shortcuts } from '#web/actions/shortcuts.ts'
import { Writable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { bodyOf, changedMappings, type Kept, keyOf, type ListKey, owners } from './draft.ts'
import classes from './dynamic.module.css'
import { Examples, NoMappings } from './examples.tsx'
import exampleClasses from './examples.module.css'
import { MappingList } from './mapping-list.tsx'
import { PreviewSide } from './preview-side.tsx'
import type { Product } from './product.ts'
import { Review } from './review.tsx'
import { Tabs } from './tabs.tsx'
import { type Drafts, useDrafts } from './use-drafts.ts'
import { usePreviewed } from './use-previewed.ts'

interface Props {
  template: CallReply<typeof getTemplate>
  product: Product | undefined
  mappings: readonly Kept[]
  /** Names of all templates' attributes. */
  everywhere: readonly string[]
  at: string
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

/** The four lists, one at a time, with what they make of a product; nothing is saved before it was shown what that changes. */
export function DynamicEditor({ template, product, mappings, everywhere, at, onDirty, onClose }: Props) {
  const own = template.attributes.map(({ name }) => name)
  const root = useRef<HTMLFormElement>(null)
  const drafts = useDrafts({ root, initial: mappings, own, everywhere, at, onDirty })
  const previewed = usePreviewed(template.id, product)
  const [reviewing, setReviewing] = useState(false)
  const { lists, owner, applyTo, dirty } = drafts
  const save = () => {
    if (dirty && drafts.isRight()) setReviewing(true)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed(shortcuts.save, event)) return
    event.preventDefault()
    // The page below saves with the same keys.
    event.stopImmediatePropagation()
    if (!reviewing) save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
  if (reviewing)
    return (
      <Review
        body={bodyOf({ templateId: template.id, productId: product?.id }, lists, drafts.changed, drafts.saved)}
        onBack={() => setReviewing(false)}
        onSaved={onClose}
        onReload={(now) => {
          drafts.restart(now)
          setReviewing(false)
        }}
      />
    )
  const problem = drafts.errorOf('')
  return (
    <form
      ref={root}
      className={classes.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Bar drafts={drafts} />
      <div className={classes.columns}>
        <div
          className={classes.lists}
          id="dynamic-mappings"
          role="tabpanel"
          tabIndex={0}
          aria-label={owner === 'Template' ? `Mappings of ${template.name}` : 'Global mappings'}
        >
          <p className={classes.note}>
            {owner === 'Template'
              ? `Applies to products of ${template.name} only. Runs in order, before global mappings. Each mapping uses the previous one’s result.`
              : 'Applies to all products. Runs in order, after template mappings.'}
          </p>
          {problem && <Callout tone="danger">{problem}</Callout>}
          <Writable needs="templates:write">
            {drafts.shown.length > 0 ? (
              <>
                {drafts.isExampleNew && <Added drafts={drafts} />}
                <MappingList
                  mappings={drafts.shown}
                  applyTo={applyTo}
                  names={drafts.names}
                  open={drafts.open}
                  sku={product?.sku}
                  aim={drafts.opened}
                  errorOf={drafts.errorOf}
                  onOpen={drafts.setOpen}
                  onChange={drafts.setShown}
                />
              </>
            ) : owner === 'Template' && previewed.shown ? (
              <Examples
                applyTo={applyTo}
                attributes={template.attributes}
                product={previewed.shown}
                onUse={drafts.addExample}
              />
            ) : (
              <NoMappings applyTo={applyTo} />
            )}
          </Writable>
        </div>
        <PreviewSide
          template={template}
          product={product}
          previewed={previewed}
          lists={lists}
          onShow={drafts.showRule}
        />
      </div>
      <DialogFooter>
        <span className={classes.said} role="status">
          {dirty ? changeNote(drafts) : 'No changes yet.'}
        </span>
        <Button type="button" variant="default" onClick={onClose}>
          {dirty ? 'Cancel' : 'Close'}
        </Button>
        <Button type="submit" disabled={!dirty}>
          Save
        </Button>
      </DialogFooter>
    </form>
  )
}

const choices = [
  { value: 'title', label: 'Title' },
  { value: 'description', label: 'Description' },
] as const

/** Which list is shown, and what is done to all of it. */
function Bar({ drafts: { lists, owner, applyTo, changed, shown, allOpen, turn, add, openAll } }: { drafts: Drafts }) {
  return (
    <div className={classes.bar}>
      <Tabs
        label="Owner"
        tabs={owners.map((ownerType) => ({
          value: ownerType,
          label: ownerType,
          count: lists[keyOf(ownerType, applyTo)].length,
          changed: changed.includes(keyOf(ownerType, applyTo)),
        }))}
        current={owner}
        panel="dynamic-mappings"
        onChange={(next) => turn(keyOf(next, applyTo))}
      />
      <span className="grow" />
      <Segments aria-label="Apply to" data={choices} value={applyTo} onChange={(next) => turn(keyOf(owner, next))} />
      <Button type="button" variant="subtle" disabled={shown.length === 0} onClick={openAll}>
        {allOpen ? 'Collapse All' : 'Expand All'}
      </Button>
      <Writable needs="templates:write" explains={false}>
        <Button type="button" variant="default" leftSection={<Icon name="plus" size="s" />} onClick={add}>
          Add New Mapping
        </Button>
      </Writable>
    </div>
  )
}

/** What was begun with, for as long as nobody has changed it. */
const Added = ({ drafts: { shown, removeExample } }: { drafts: Drafts }) => (
  <p className={exampleClasses.added} role="status">
    “{shown.at(-1)?.name}” added. It isn’t saved yet.
    <Button type="button" variant="subtle" size="xs" onClick={removeExample}>
      Undo
    </Button>
  </p>
)

/** What is not saved yet. */
function changeNote({ before, lists, changed }: Drafts): string {
  const count = (of: readonly ListKey[]) => of.reduce((sum, key) => sum + changedMappings(before[key], lists[key]), 0)
  const [all, global] = [count(changed), count(changed.filter((key) => key.startsWith('Global')))]
  return `${all} ${all === 1 ? 'mapping' : 'mappings'} edited${global ? `, ${global} of them global` : ''}. You can review the changes before you save.`
}
