import { Button } from '@mantine/core'
import { useState } from 'react'
import { undoChangeSet } from '#contract/changes/changes.ts'
import { convertProduct, previewConversion } from '#contract/products/converting.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listTemplates } from '#contract/templates.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { useRead, useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { type Option, SearchSelect } from '#web/ui/choices/search-select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Product } from '../page/draft.ts'
import classes from './convert-dialog.module.css'

type Seen = CallReply<typeof previewConversion>
type Row = Seen['rows'][number]
/** By `nameKey`: the template's attribute that takes the value; null leaves it out. What is not named stays with the product. */
type Choices = Readonly<Record<string, { name: string; to: string | null }>>

/** Moves a product to another template: first what becomes of each attribute, then at once, with a way back. */
export function ConvertDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const templates = useRead(listTemplates)
  const [template, setTemplate] = useState<number>()
  const [choices, setChoices] = useState<Choices>({})
  const [tried, setTried] = useState(false)
  const body = { productId: product.id, productTemplateId: template ?? 0, attributes: Object.values(choices) }
  const preview = useRead(previewConversion, template === undefined ? undefined : { body }, {
    enabled: template !== undefined,
    keepPrevious: true,
  })
  const putBack = useWrite(undoChangeSet, { onSuccess: () => toast.success('Undone.') })
  const convert = useWrite(convertProduct, {
    quiet: true,
    onSuccess: ({ changeSetId, template: { name } }) => {
      onClose()
      if (changeSetId === null) return
      toast.undo(`Template changed to ${name}.`, () => putBack.mutate({ params: { id: changeSetId } }), {
        detail: `${product.sku}. You can undo this from History for 30 days.`,
      })
    },
  })
  const seen = template === undefined ? undefined : preview.data
  const name = templates.data?.find(({ id }) => id === template)?.name ?? ''
  const others = templates.data?.filter(({ id }) => id !== product.templateId) ?? []
  return (
    <FormDialog opened onClose={onClose} title={`Change template of ${product.sku}`} size={640} yOffset="8vh">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (seen && !convert.isPending) convert.mutate({ body })
        }}
      >
        <SearchSelect
          label="Template"
          required
          data-autofocus
          description={`Currently ${product.template.name}. Texts, prices, images, variations and stock don’t change.`}
          placeholder={templates.isPending ? 'Loading…' : undefined}
          nothingFoundMessage={others.length > 0 ? 'No results' : 'You have no other templates.'}
          options={others.map(({ id, name: label }) => ({ value: String(id), label }))}
          value={template === undefined ? null : String(template)}
          error={tried && template === undefined ? 'Choose a template.' : undefined}
          onChange={(value) => {
            setTemplate(value ? Number(value) : undefined)
            setChoices({})
            convert.reset()
          }}
        />
        {templates.isError && <Callout tone="danger">Couldn’t load templates. {templates.error.message}</Callout>}
        {preview.isError && template !== undefined && <Callout tone="danger">{preview.error.message}</Callout>}
        {template !== undefined && !seen && preview.isPending && <p className="muted">Loading attributes…</p>}
        {seen && (
          <Preview
            seen={seen}
            template={name}
            isBusy={preview.isFetching}
            onChoose={(row, to) => {
              convert.reset()
              setChoices((now) => chosen(now, row, to))
            }}
          />
        )}
        {convert.isError && <Callout tone="danger">{convert.error.message}</Callout>}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={convert.isPending || (template !== undefined && preview.isPending)}>
            Change template
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

/** @param to undefined: it stays with the product */
function chosen(now: Choices, { name }: Row, to: string | null | undefined): Choices {
  const { [nameKey(name)]: _, ...rest } = now
  return to === undefined ? rest : { ...rest, [nameKey(name)]: { name, to } }
}

interface PreviewProps {
  seen: Seen
  template: string
  isBusy: boolean
  onChoose: (row: Row, to: string | null | undefined) => void
}

function Preview({ seen: { rows, missing, free }, template, isBusy, onChoose }: PreviewProps) {
  return (
    <>
      {rows.length === 0 ? (
        <p className="muted">No attributes to move.</p>
      ) : (
        <ul
          className={classes.rows}
          aria-label="What happens to its attributes"
          aria-busy={isBusy}
          data-stale={isBusy || undefined}
        >
          {rows.map((row) => (
            <li key={row.name}>
              <span className={classes.from}>
                <b>{row.name}</b>
                <span className="small subtle" title={row.value}>
                  {row.value || 'No value of its own'}
                  {row.variations > 0 && `, ${plural(row.variations, 'variation')}`}
                </span>
              </span>
              <Becomes row={row} template={template} free={free} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <Callout tone="warning">
          It will be missing {missing.join(', ')}. You can fill these in on the product page.
        </Callout>
      )}
    </>
  )
}

const OWN = 'own'
const LEFT = 'left'
/** So that no attribute is taken for one of the two above. */
const AS = 'as '

function Becomes({
  row,
  template,
  free,
  onChoose,
}: { row: Row; free: string[] } & Omit<PreviewProps, 'seen' | 'isBusy'>) {
  if (row.fate === 'same') return <span className="muted">Stays{row.to === row.name ? '' : `, as ${row.to}`}</span>
  if (row.fate === 'default') return <span className="muted">New: the default of {template}</span>
  const names = [...new Set([...(row.to ? [row.to] : []), ...free])]
  const options: Option[] = [
    { value: OWN, label: 'Keep on this product only' },
    ...names.map((name) => ({ value: AS + name, label: `Becomes ${name}` })),
    { value: LEFT, label: 'Leave out' },
  ]
  return (
    <SearchSelect
      aria-label={`What happens to ${row.name}`}
      allowDeselect={false}
      options={options}
      value={row.fate === 'mapped' ? AS + row.to : row.fate}
      error={row.problem || undefined}
      onChange={(value) =>
        onChoose(row, value?.startsWith(AS) ? value.slice(AS.length) : value === LEFT ? null : undefined)
      }
    />
  )
}
