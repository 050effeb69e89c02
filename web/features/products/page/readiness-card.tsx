import { judge } from '#domain/products/readiness.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { placeOf } from '#web/form/products/place-of.ts'
import { useMay } from '#web/may.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { ToneList } from '#web/ui/tables/tone-list.tsx'
import { attributesOf } from './draft.ts'
import { useOpened } from './editor.ts'
import { ReadinessChip } from './readiness-chip.tsx'

/** The link scrolls there by itself; this puts the caret into the field. */
function focusOn(place: string) {
  const element = document.getElementById(place)
  const field = element?.matches('input, textarea') ? element : element?.querySelector<HTMLElement>('input, textarea')
  field?.focus()
}

/** What the product still lacks, as it stands in the form right now (PRO-197..PRO-199). */
export function ReadinessCard() {
  const {
    template,
    editor: { draft },
  } = useOpened()
  const attributes = attributesOf(template)
  const mayFill = useMay('products:write')
  const { readiness, missing } = judge(draft, attributes)
  const wished = new Set(attributes.filter((a) => a.constraint === 'recommended').map((a) => nameKey(a.name)))
  return (
    <Card title="Readiness" actions={<ReadinessChip readiness={readiness} />} padded={false}>
      <ToneList>
        {missing.map((name) => {
          const recommended = wished.has(nameKey(name))
          return (
            <li key={name} data-tone={recommended ? 'warning' : 'danger'}>
              <Icon name={recommended ? 'warning' : 'alert'} />
              <span className="grow">
                <b>{name} is empty</b>
                <br />
                <span className="subtle small">{recommended ? 'Recommended' : 'Required'}</span>
              </span>
              {mayFill && (
                <a
                  href={`#${placeOf(name)}`}
                  aria-label={`Fill in ${name}`}
                  onClick={() => requestAnimationFrame(() => focusOn(placeOf(name)))}
                >
                  Fill in
                </a>
              )}
            </li>
          )
        })}
        <li data-tone="success">
          <Icon name="check-circle" />
          <span>
            {missing.length ? 'Everything else is complete' : 'Title, description and attributes are complete'}
          </span>
        </li>
      </ToneList>
    </Card>
  )
}
