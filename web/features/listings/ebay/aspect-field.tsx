import { ActionIcon, Autocomplete, Menu } from '@mantine/core'
import type { CallReply } from '#contract/endpoint.ts'
import type { lookups } from '#contract/lookups.ts'
import type { Step } from '#contract/origins.ts'
import { outside } from '#domain/listings/attributes.ts'
import { resolve } from '#domain/products/references.ts'
import { TagInput } from '#web/ui/tag-input.tsx'
import { inputId } from '../editor/fields.ts'
import classes from '../listings.module.css'
import { OriginWord } from '../origin-hint.tsx'
import type { Place } from '../publish/where-to-fix.ts'

/** What eBay says of one item specific. */
export type Aspect = CallReply<typeof lookups.ebay.aspects>[number]

/** How many options a list shows at most (LST-098). */
const shownOptions = 250
const manyHint = 'Type to search values...'

interface Props {
  aspect: Aspect
  own: readonly string[]
  /** What counts while `own` is blank. */
  inherited: readonly string[]
  steps: readonly Step[]
  place: Place | undefined
  names: readonly string[]
  values: ReadonlyMap<string, string>
  error?: string
  onChange: (values: string[]) => void
}

/** References as they are typed: `@Brand`. */
const mentions = (text: string) => text.replaceAll(/\{\{([^{}]+)\}\}/g, '@$1')

/** One item specific: its name, its value, and where that comes from. */
export function AspectField({ aspect, own, inherited, steps, place, names, values, error, onChange }: Props) {
  const { localizedAspectName: name, aspectConstraint: rule, aspectValues = [] } = aspect
  const options = aspectValues.map((v) => v.localizedValue)
  const strict = rule.aspectMode === 'SELECTION_ONLY'
  const resolved = (own.length ? own : inherited).map((value) => resolve(value, values).text)
  const strange = outside(resolved, options, strict)
  const references = own.some((value) => value.includes('{{')) && values.size > 0
  const shared = {
    id: inputId(`aspects.${name}`),
    'aria-label': name,
    className: `grow ${own.length || !inherited.length ? '' : classes.inherited}`,
    error: error ?? (strict ? strange : undefined),
    description:
      !strict && strange ? (
        <span className={classes.warn}>{strange}</span>
      ) : references ? (
        resolved.join(', ')
      ) : undefined,
    placeholder: own.length
      ? undefined
      : mentions(inherited.join(', ')) ||
        (options.length > shownOptions ? manyHint : options.length ? 'Choose a value' : undefined),
  }
  return (
    <div className={classes.aspect}>
      <span className={classes.aspectName}>
        {name}
        {rule.aspectRequired && (
          <span className={classes.star} aria-hidden="true">
            {' '}
            *
          </span>
        )}
        {strict && <small>Choose from eBay's list</small>}
      </span>
      <span className={classes.aspectValue}>
        {rule.itemToAspectCardinality === 'MULTI' ? (
          <TagInput {...shared} value={own} onChange={onChange} options={options} />
        ) : (
          <Autocomplete
            {...shared}
            data={[...new Set(options)]}
            limit={shownOptions}
            value={own[0] ?? ''}
            onChange={(value) => onChange([value])}
            autoComplete="off"
          />
        )}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon aria-label={`Insert an attribute into ${name}`} disabled={!names.length}>
              @
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes.names}>
            {names.map((known) => (
              <Menu.Item
                key={known}
                onClick={() =>
                  onChange(
                    rule.itemToAspectCardinality === 'MULTI'
                      ? [...own, `{{${known}}}`]
                      : [`${own[0] ?? ''}{{${known}}}`],
                  )
                }
              >
                @{known}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </span>
      <span className={classes.source}>
        <OriginWord label={name} steps={steps} place={place} />
      </span>
    </div>
  )
}
