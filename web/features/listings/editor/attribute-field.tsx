import { ActionIcon, Autocomplete, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Step } from '#contract/origins.ts'
import { outside } from '#domain/listings/attributes.ts'
import { references } from '#domain/products/references.ts'
import { TagInput } from '#web/ui/tag-input.tsx'
import { OriginWord } from '../origin-hint.tsx'
import { MapValue } from '../values/map-value.tsx'
import type { Place } from '../publish/where-to-fix.ts'
import { inputId } from './fields.ts'
import classes from '../listings.module.css'

/** One attribute that a channel asks for in a category. */
export interface Asked {
  name: string
  group: 'Required' | 'Recommended' | 'Optional'
  /** Takes several values. */
  multi: boolean
  /** Most values that it takes. */
  most?: number | undefined
  /** Whether it takes nothing but one of the options. */
  strict: boolean
  options: readonly string[]
  /** Stands beside its value: what the value is measured in. */
  beside?: ReactNode
}

/** How many options a list shows at most (LST-098). */
const shownOptions = 250
const manyHint = 'Type to search values...'

interface Props {
  /** The channel's name, and the field that keeps the list. */
  channel: string
  field: string
  asked: Asked
  own: readonly string[]
  /** What counts while `own` is blank. */
  inherited: readonly string[]
  /** What the channel gets: with references replaced and values mapped. */
  final: readonly string[]
  steps: readonly Step[]
  place: Place | undefined
  names: readonly string[]
  error?: string
  onChange: (values: string[]) => void
}

/** References as they are typed: `@Brand`. */
const mentions = (text: string) => text.replaceAll(/\{\{([^{}]+)\}\}/g, '@$1')

/** What a required attribute lacks (LST-089, LST-090). */
function missing({ group }: Asked, final: readonly string[]): string | undefined {
  if (group !== 'Required') return undefined
  const [undefinedOne] = final.flatMap(references)
  return final.length === 0 ? 'Value is required.' : undefinedOne && `@${undefinedOne} is undefined.`
}

/** What becomes of the values: which a mapping changed, what references stand for, and that no more fit in. */
function note({ asked: { most = Infinity }, own, final, steps, place }: Props): ReactNode {
  const [was, last] = steps.slice(-2)
  if (own.length >= most && most > 1) return `Maximum of ${most} values selected`
  if (last?.from === 'mapping' && was)
    return <span className={classes.mapped}>{`${was.value} becomes ${last.value}`}</span>
  return place && own.some((value) => value.includes('{{')) ? final.join(', ') : undefined
}

/** One attribute: its name, its value, and where that comes from. */
export function AttributeField(props: Props) {
  const { channel, field, asked, own, inherited, final, steps, place, names, error, onChange } = props
  const { name, multi, strict, options, most = Infinity } = asked
  const strange = outside(final, options, strict)
  const words = strange && (
    <>
      {strange.sentence} <MapValue field={name} value={strange.value} />
    </>
  )
  const take = (next: readonly string[]) => onChange(next.slice(0, most))
  const shared = {
    id: inputId(`${field}.${name}`),
    'aria-label': name,
    className: `grow ${own.length || !inherited.length ? '' : classes.inherited}`,
    error: strict && words ? words : (error ?? (place && missing(asked, final))),
    description: (!strict && words && <span className={classes.warn}>{words}</span>) || note(props),
    placeholder: own.length
      ? undefined
      : mentions(inherited.join(', ')) ||
        (options.length > shownOptions ? manyHint : options.length ? 'Choose a value' : undefined),
  }
  return (
    <div className={classes.aspect}>
      <span className={classes.aspectName}>
        {name}
        {asked.group === 'Required' && (
          <span className={classes.star} aria-hidden="true">
            {' '}
            *
          </span>
        )}
        {strict && <small>Choose from {channel}'s list</small>}
      </span>
      <span className={classes.aspectValue}>
        {multi ? (
          <TagInput {...shared} value={own} onChange={take} options={options} />
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
        {asked.beside}
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
                onClick={() => onChange(multi ? [...own, `{{${known}}}`] : [`${own[0] ?? ''}{{${known}}}`])}
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
