import { ActionIcon, Autocomplete, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Step } from '#contract/origins.ts'
import { outside } from '#domain/listings/attributes.ts'
import { resolve } from '#domain/products/references.ts'
import { TagInput } from '#web/ui/tag-input.tsx'
import { OriginWord } from '../origin-hint.tsx'
import type { Place } from '../publish/where-to-fix.ts'
import { inputId } from './fields.ts'
import classes from '../listings.module.css'

/** One attribute that a channel asks for in a category. */
export interface Asked {
  name: string
  group: 'Required' | 'Recommended' | 'Optional'
  /** Takes several values. */
  multi: boolean
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
  steps: readonly Step[]
  place: Place | undefined
  names: readonly string[]
  values: ReadonlyMap<string, string>
  error?: string
  onChange: (values: string[]) => void
}

/** References as they are typed: `@Brand`. */
const mentions = (text: string) => text.replaceAll(/\{\{([^{}]+)\}\}/g, '@$1')

/** One attribute: its name, its value, and where that comes from. */
export function AttributeField(props: Props) {
  const { channel, field, asked, own, inherited, steps, place, names, values, error, onChange } = props
  const { name, multi, strict, options } = asked
  const resolved = (own.length ? own : inherited).map((value) => resolve(value, values).text)
  const strange = outside(resolved, options, strict)
  const references = own.some((value) => value.includes('{{')) && values.size > 0
  const shared = {
    id: inputId(`${field}.${name}`),
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
