import { Button } from '@mantine/core'
import { generateDetail, whoGenerates } from '#contract/ai.ts'
import { whyNoText } from '#domain/ai/guards.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { ProductForm } from '../page/form.ts'

/** Who writes here, and how often. */
function useWriter(): string {
  const { data } = useRead(whoGenerates, undefined, { enabled: useMay('products:write') })
  if (!data) return ''
  return data.model
    ? `${data.model} at ${data.host} gets the template name, title, condition, tags and attributes. Limit: ${data.perHour} texts per hour.`
    : 'The built-in generator combines your attributes into text. No data leaves this server.'
}

interface Props {
  form: ProductForm
  /** The template's name: what the product is. */
  template: string
  /** Which texts; both unless they stand apart. */
  fields?: readonly Text[]
}
type Text = 'title' | 'description'
const texts: readonly Text[] = ['title', 'description']

/** Writes an empty title or description; it is a draft until the seller saves. */
export function GenerateDetails({ form: { draft, set, touch }, template, fields = texts }: Props) {
  const writer = useWriter()
  const write = useWrite(generateDetail, {
    quiet: true,
    onError: ({ message }) => toast.error('Nothing was generated.', message),
  })
  const generate = async (field: Text) => {
    const { title, description, condition, tags, attributes } = draft
    const item = {
      template,
      title,
      description,
      condition,
      tags,
      attributes: attributes.filter(({ value }) => value.trim()).map(({ name, value }) => ({ name, value })),
    }
    const text = await write.mutateAsync({ body: { item, type: 'product', field } }).catch(() => null)
    if (text === null) return
    set(field, text)
    touch(field)
    toast.info(`Generated a ${field}.`, { detail: 'Review it before you save.' })
  }
  return (
    <div className="row wrap" role="group" aria-label="Generate">
      {fields.map((field) => {
        const why = whyNoText(draft[field], draft.attributes)
        return (
          <Button
            key={field}
            variant="default"
            size="xs"
            leftSection={<Icon name="sparkle" size="s" />}
            title={why || writer}
            disabled={why !== ''}
            loading={write.isPending && write.variables?.body?.field === field}
            onClick={() => void generate(field)}
          >
            Generate {field}
          </Button>
        )
      })}
    </div>
  )
}
