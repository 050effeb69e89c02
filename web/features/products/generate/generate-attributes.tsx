import { Button } from '@mantine/core'
import { useState } from 'react'
import { generateAttributes } from '#contract/ai.ts'
import { type AttributeChange, withGenerated } from '#domain/ai/changes.ts'
import { canReadAttributes, moreThan } from '#domain/ai/guards.ts'
import { resolve } from '#domain/products/attributes/references.ts'
import { nameKey, valuesOf } from '#domain/products/attributes/values.ts'
import { useWrite } from '#web/api.ts'
import { useWritable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Draft, Template } from '../page/draft.ts'
import type { ProductForm } from '../page/form.ts'

interface Props {
  form: ProductForm
  template: Template
  productId?: number
  /** Where there is not enough to read, the button is shown and says why; otherwise it is not there (PRO-270). */
  always?: boolean
  /** Keeps the changes. @returns whether they are kept */
  onSave: () => Promise<boolean>
}

const needs = `Add a title and a description of more than ${moreThan} characters each, without unfilled {{placeholders}}.`
type Attributes = Draft['attributes']

/** Reads attributes from title and description, and shows what would change until that is saved or reverted. */
export function GenerateAttributes({ form: { draft, set }, template, productId, always = false, onSave }: Props) {
  const [generated, setGenerated] = useState<{ changes: AttributeChange[]; before: Attributes }>()
  const writable = useWritable()
  const values = valuesOf(draft)
  const texts = {
    title: resolve(draft.title, values).text,
    description: resolve(draft.description, values, 'html').text,
  }
  const can = canReadAttributes(texts)
  const write = useWrite(generateAttributes, {
    quiet: true,
    onError: ({ message }) => toast.error('Nothing was generated.', message),
    onSuccess: (result) => {
      const { changes, attributes } = withGenerated(draft.attributes, result, template.attributes)
      if (changes.length === 0) return toast.info('No changes detected')
      setGenerated({ changes, before: draft.attributes })
      set('attributes', attributes)
      toast.success('Attributes generated from title/description.')
    },
  })
  // What was changed or discarded since is no longer the generator's.
  const open = (generated?.changes ?? []).filter(({ name, to }) => values.get(nameKey(name)) === to)
  const revert = () => {
    const back = new Set(open.map(({ name }) => nameKey(name)))
    const before = new Map(generated?.before.map((attribute) => [nameKey(attribute.name), attribute]))
    set(
      'attributes',
      draft.attributes.flatMap((attribute) =>
        back.has(nameKey(attribute.name)) ? (before.get(nameKey(attribute.name)) ?? []) : attribute,
      ),
    )
    setGenerated(undefined)
    toast.info('Reverted attribute changes.')
  }
  const save = async () => {
    if (!(await onSave())) return
    setGenerated(undefined)
    toast.success('Saved attribute changes.')
  }
  if (!writable || !(can || always || open.length > 0)) return null
  return (
    <div className="stack">
      <div className="row">
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="sparkle" size="s" />}
          disabled={!can}
          title={can ? undefined : needs}
          loading={write.isPending}
          onClick={() => write.mutate({ body: { productId, templateId: template.id, ...texts } })}
        >
          Generate attributes
        </Button>
      </div>
      {open.length > 0 && (
        <Callout
          tone="warning"
          action={
            <span className="row">
              <Button size="xs" variant="default" onClick={revert}>
                Revert
              </Button>
              <Button size="xs" onClick={() => void save()}>
                Save
              </Button>
            </span>
          }
        >
          AI-generated values can be wrong. Review them before you save.
          <ul aria-label="Generated changes">
            {open.map(({ name, from, to }) => (
              <li key={name}>
                <b>{name}</b>: {from || 'Empty'} → {to}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}
