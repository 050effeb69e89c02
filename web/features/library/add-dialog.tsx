import { Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addStockTemplate } from '#contract/library.ts'
import { useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import type { Available } from './available.ts'

/** The dialog stays this long after it is done (TPL-182), in milliseconds. */
const closeMs = 2000

/** How a template stands in the library. */
export function AddDialog({ of, onClose }: { of: Available; onClose: () => void }) {
  const [entry, setEntry] = useState({
    name: of.name,
    description: of.details,
    category: '',
    subCategory: '',
    tags: [] as string[],
    allChannels: false,
    valueMapping: false,
  })
  const set = (change: Partial<typeof entry>) => setEntry((now) => ({ ...now, ...change }))
  const add = useWrite(addStockTemplate, {
    quiet: true,
    onSuccess: () => {
      toast.success('Added template to library')
      setTimeout(onClose, closeMs)
    },
  })
  const text = (field: 'name' | 'category' | 'subCategory', label: string, required = false) => (
    <TextInput
      label={label}
      required={required}
      maxLength={120}
      value={entry[field]}
      error={add.error?.fields[`stockTemplate.${field}`]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  )
  const missing = !entry.name.trim() || !entry.category.trim()
  return (
    <FormDialog opened onClose={onClose} title="Add to Library" size={560}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!missing) add.mutate({ body: { stockTemplate: { ...entry, templateId: of.id } } })
        }}
      >
        {text('name', 'Name', true)}
        <Textarea
          label="Description"
          maxLength={10_000}
          minRows={2}
          value={entry.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        {text('category', 'Category', true)}
        {text('subCategory', 'Sub Category')}
        <TagInput label="Tags" value={entry.tags} onChange={(tags) => set({ tags })} />
        <Switch
          label="All Channels"
          description="Has listing settings for every channel."
          checked={entry.allChannels}
          onChange={(event) => set({ allChannels: event.currentTarget.checked })}
        />
        <Switch
          label="Value Mapping"
          description="Includes value mappings."
          checked={entry.valueMapping}
          onChange={(event) => set({ valueMapping: event.currentTarget.checked })}
        />
        {add.error && Object.keys(add.error.fields).length === 0 && (
          <Callout tone="danger">{add.error.message}</Callout>
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={missing || add.isSuccess} loading={add.isPending}>
            Add
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
