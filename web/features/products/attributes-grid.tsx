import { ActionIcon } from '@mantine/core'
import type { ProductAttribute } from '#contract/products.ts'
import type { TemplateAttribute } from '#contract/templates.ts'
import { nameKey } from '#domain/products/values.ts'
import { Icon } from '#web/ui/icon.tsx'
import { AttributeValue } from './attribute-value.tsx'
import classes from './attributes-grid.module.css'
import { MadeHint } from './made-hint.tsx'
import type { MadeOf } from './use-made.ts'

/** These have a field of their own beside the attributes. */
const withField = new Set(['vendor', 'location', 'warehouse', 'bin'])
const sources: Record<string, string> = {
  user: 'Entered',
  template: 'Template default',
  generated: 'Generated',
  import: 'Import',
}
const marks = { required: 'Required', recommended: 'Recommended', optional: '' } as const

/** The attributes that are shown as rows, in the template's order; then those that only the product has. */
export function rowsOf(template: readonly TemplateAttribute[], attributes: readonly ProductAttribute[]) {
  const known = new Set(template.map((a) => nameKey(a.name)))
  const own = attributes.filter((a) => !known.has(nameKey(a.name)))
  return [
    ...template.filter((a) => !withField.has(nameKey(a.name))).toSorted((a, b) => a.index - b.index),
    ...own.map(
      (a) => ({ name: a.name, type: 'text', constraint: 'optional', options: [] as string[], id: null }) as const,
    ),
  ]
}

/** Sets one value; an attribute that was not there is added. */
export const withValue = (
  attributes: readonly ProductAttribute[],
  name: string,
  value: string,
  templateAttributeId: number | null,
): ProductAttribute[] => withChange(attributes, { name, id: templateAttributeId }, { value, source: 'user' })

function withChange(
  attributes: readonly ProductAttribute[],
  { name, id }: { name: string; id: number | null },
  change: Partial<ProductAttribute>,
): ProductAttribute[] {
  const is = (a: ProductAttribute) => nameKey(a.name) === nameKey(name)
  const next = {
    templateAttributeId: id,
    name,
    value: '',
    overrideDynamicMapping: false,
    source: 'user',
    ...attributes.find(is),
    ...change,
  }
  return attributes.some(is) ? attributes.map((a) => (is(a) ? next : a)) : [...attributes, next]
}

interface Props {
  template: readonly TemplateAttribute[]
  value: readonly ProductAttribute[]
  /** What rules make of them when they are listed. */
  made?: MadeOf | undefined
  onChange: (attributes: ProductAttribute[]) => void
}

/** Name and value of every attribute, required ones flagged. */
export function AttributesGrid({ template, value, made, onChange }: Props) {
  const given = new Map(value.map((a) => [nameKey(a.name), a]))
  return (
    <table className={classes.attributes} aria-label="Attributes">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col" className={classes.source}>
            Source
          </th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(template, value).map((row) => {
          const now = given.get(nameKey(row.name))
          const missing = row.constraint === 'required' && !now?.value.trim()
          const ruled = made?.attributes.get(nameKey(row.name))
          const overrides = now?.overrideDynamicMapping ?? false
          return (
            <tr
              key={row.name}
              data-missing={missing || undefined}
              data-ruled={ruled !== undefined || undefined}
              id={`attribute-${row.name}`}
            >
              <th scope="row">
                {row.name} <span className={classes.constraint}>{marks[row.constraint]}</span>
              </th>
              <td>
                <div className={classes.cell}>
                  <AttributeValue
                    attribute={row}
                    value={now?.value ?? ''}
                    onChange={(next) => onChange(withValue(value, row.name, next, row.id))}
                  />
                  {made?.follows && (
                    <ActionIcon
                      aria-pressed={overrides}
                      aria-label={`Override dynamic mapping: ${row.name}`}
                      title={overrides ? 'Rules leave it alone' : 'Rules may change it'}
                      onClick={() => onChange(withChange(value, row, { overrideDynamicMapping: !overrides }))}
                    >
                      <Icon name={overrides ? 'lock' : 'unlock'} size="s" />
                    </ActionIcon>
                  )}
                </div>
                {ruled && <MadeHint made={ruled} />}
              </td>
              <td className={classes.source}>{now?.value.trim() ? (sources[now.source] ?? now.source) : ''}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
