import { ActionIcon, Menu, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Step } from '#contract/listings/origins.ts'
import { outside } from '#domain/listings/content/attributes.ts'
import { references } from '#domain/products/attributes/references.ts'
import { shownText } from '#web/form/mentions/mention.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { optionsHint, shownOptions } from '#web/ui/choices/many-options.ts'
import { fullWords } from '#web/ui/choices/search-select.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { OriginWord } from '../../origin-hint.tsx'
import type { Place } from '../../publish/where-to-fix.ts'
import { MapValue } from '../../values/map-value.tsx'
import { inputId } from '../fields.ts'
import { hasReferences, useViewing, ViewToggle } from '../view-toggle.tsx'
import { AttributeMenu, DefaultField } from './attribute-menu.tsx'
import classes from './attributes.module.css'
import type { ChannelAttribute } from './channel-attribute.ts'
import type { OfTemplate } from './template-attributes.ts'

interface Props {
  /** The channel's name, and the field that keeps the list. */
  channel: string
  field: string
  attribute: ChannelAttribute
  own: readonly string[]
  /** What the listing template says of it. */
  below: readonly string[]
  /** What counts while `own` is blank. */
  inherited: readonly string[]
  /** What the channel gets: with references replaced and values mapped. */
  final: readonly string[]
  steps: readonly Step[]
  place: Place | undefined
  template: OfTemplate | undefined
  names: readonly string[]
  error?: string
  onChange: (values: string[]) => void
}

/** What a required attribute lacks (LST-089, LST-090). */
function missing({ group }: ChannelAttribute, final: readonly string[]): string | undefined {
  if (group !== 'Required') return undefined
  const [undefinedOne] = final.flatMap(references)
  return final.length === 0 ? 'Value is required.' : undefinedOne && `@${undefinedOne} is undefined.`
}

/** What becomes of the values: which a mapping changed, what references stand for, and that no more fit in. */
function note({ attribute: { most = Infinity }, own, final, steps, place }: Props): ReactNode {
  const [was, last] = steps.slice(-2)
  if (own.length >= most && most > 1) return fullWords(most)
  if (last?.from === 'mapping' && was)
    return <span className={classes.mapped}>{`${was.value} becomes ${last.value}`}</span>
  return place && own.some((value) => value.includes('{{')) ? final.join(', ') : undefined
}

/** One attribute: its name, its value, and where that comes from. */
export function AttributeField(props: Props) {
  const { channel, attribute, own, below, steps, place, template, names, onChange } = props
  const { name, multi } = attribute
  const refers = place !== undefined && (own.length ? own : below).some(hasReferences)
  const { viewing, view, typed } = useViewing(own.length === 0)
  const change = (values: string[]) => {
    typed()
    onChange(values)
  }
  return (
    <div className={classes.aspect}>
      <AttributeName attribute={attribute} channel={channel} />
      <span className={classes.aspectValue}>
        <ValueInput {...props} onChange={change} viewing={viewing || !refers} isView={viewing && refers} />
        {attribute.beside}
        {refers && <ViewToggle name={name} viewing={viewing} onToggle={view} />}
        <InsertMenu
          name={name}
          names={names}
          onInsert={(reference) => change(multi ? [...own, reference] : [`${own[0] ?? ''}${reference}`])}
        />
        {template && <AttributeMenu name={name} template={template} />}
      </span>
      <span className={classes.source}>
        <OriginWord label={name} steps={steps} place={place} />
        {template && <DefaultField name={name} template={template} />}
      </span>
    </div>
  )
}

const AttributeName = ({ attribute: { name, group, strict }, channel }: Pick<Props, 'attribute' | 'channel'>) => (
  <span className={classes.aspectName}>
    {name}
    {group === 'Required' && (
      <span className={classes.star} aria-hidden="true">
        {' '}
        *
      </span>
    )}
    {group === 'Required' && <small>Required</small>}
    {strict && <small>Choose from {channel}'s list</small>}
  </span>
)

interface InputProps extends Props {
  /** Whether what is inherited is shown as its value, not as the references that stand in the listing template. */
  viewing: boolean
  /** Whether values are shown in place of what is said here. */
  isView: boolean
}

function ValueInput(props: InputProps) {
  const { field, attribute, own, below, inherited, final, place, error, onChange, viewing, isView } = props
  const { name, multi, strict, options, most = Infinity } = attribute
  const strange = outside(final, attribute)
  const words = strange && (
    <>
      {strange.sentence} <MapValue field={name} value={strange.value} />
    </>
  )
  const hint = optionsHint(options.length, 'Choose a value', '')
  const shared = {
    id: inputId(`${field}.${name}`),
    'aria-label': name,
    className: `grow ${own.length || !inherited.length ? '' : classes.inherited}`,
    error: strict && words ? words : (error ?? (place && missing(attribute, final))),
    description: (!strict && words && <span className={classes.warn}>{words}</span>) || note(props),
    placeholder: own.length ? undefined : shownText((viewing ? inherited : below).join(', ')) || hint,
  }
  if (isView && own.length > 0) return <TextInput {...shared} readOnly value={final.join(', ')} />
  return multi ? (
    <TagInput {...shared} value={own} onChange={(next) => onChange(next.slice(0, most))} options={options} />
  ) : (
    <Autocomplete
      {...shared}
      data={[...new Set(options)]}
      limit={shownOptions}
      value={own[0] ?? ''}
      onChange={(value) => onChange([value])}
      autoComplete="off"
    />
  )
}

interface InsertProps {
  name: string
  names: readonly string[]
  onInsert: (reference: string) => void
}

const InsertMenu = ({ name, names, onInsert }: InsertProps) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <ActionIcon aria-label={`Insert an attribute into ${name}`} disabled={!names.length}>
        @
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown className={classes.names}>
      {names.map((known) => (
        <Menu.Item key={known} onClick={() => onInsert(`{{${known}}}`)}>
          @{known}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
