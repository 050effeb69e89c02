import { Menu, Popover } from '@mantine/core'
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react'
import { Icon } from '../images/icon.tsx'
import { RemoveFilter, Words } from './filter-bar.tsx'
import classes from './filters.module.css'

interface Choice<V extends string> {
  value: V
  label: string
}

interface OpenerProps extends ComponentPropsWithRef<'button'> {
  name: string
  /** What is chosen, in words; undefined for nothing. */
  chosen: string | undefined
}

/** Looks like an offer while nothing is chosen, like a chip once something is. */
const Opener = ({ name, chosen, className, ...button }: OpenerProps) => (
  // What it opens gives it a class of its own.
  <button type="button" {...button} className={[classes.open, className].filter(Boolean).join(' ')}>
    {chosen === undefined && <Icon name="plus" size="s" />}
    <span className={classes.words}>
      <Words name={name} {...(chosen !== undefined && { value: chosen })} />
    </span>
    {chosen !== undefined && <Icon name="chevron-down" size="s" />}
  </button>
)

const Chip = ({
  name,
  chosen,
  onRemove,
  children,
}: {
  name: string
  chosen: string | undefined
  onRemove: (() => void) | undefined
  children: ReactNode
}) => (
  <span className={classes.chip} data-offer={chosen === undefined || undefined}>
    {children}
    {chosen !== undefined && onRemove && <RemoveFilter name={name} onRemove={onRemove} />}
  </span>
)

interface ChoiceProps<V extends string> {
  name: string
  /** What it says for no choice: "All channels". */
  any: string
  options: readonly Choice<V>[]
  value: V | undefined
  onChange: (value: V | undefined) => void
}

/** A filter that takes one of a few. */
export function ChoiceFilter<V extends string>({ name, any, options, value, onChange }: ChoiceProps<V>) {
  const chosen = value && (options.find((option) => option.value === value)?.label ?? value)
  return (
    <Menu position="bottom-start" withinPortal>
      <Chip name={name} chosen={chosen} onRemove={() => onChange(undefined)}>
        <Menu.Target>
          <Opener name={name} chosen={chosen} />
        </Menu.Target>
      </Chip>
      <Menu.Dropdown className={classes.list}>
        <Menu.RadioGroup value={value ?? ''} onChange={(next) => onChange((next || undefined) as V | undefined)}>
          <Menu.RadioItem value="" closeMenuOnClick>
            {any}
          </Menu.RadioItem>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

interface ChoicesProps<V extends string> extends Omit<ChoiceProps<V>, 'value' | 'onChange' | 'any'> {
  value: readonly V[]
  onChange: (value: V[]) => void
}

/** More than this are counted. */
const mostNamed = 2

/** A filter that takes several; each choice acts at once, and the menu stays open for the next. */
export function ChoicesFilter<V extends string>({ name, options, value, onChange }: ChoicesProps<V>) {
  const labels = value.map((each) => options.find((option) => option.value === each)?.label ?? each)
  const chosen =
    labels.length === 0
      ? undefined
      : labels.length > mostNamed
        ? `${labels.length} of ${options.length}`
        : labels.join(', ')
  return (
    <Menu position="bottom-start" withinPortal closeOnItemClick={false}>
      <Chip name={name} chosen={chosen} onRemove={() => onChange([])}>
        <Menu.Target>
          <Opener name={name} chosen={chosen} />
        </Menu.Target>
      </Chip>
      <Menu.Dropdown className={classes.list}>
        <Menu.CheckboxGroup value={[...value]} onChange={(next) => onChange(next as V[])}>
          {options.map((option) => (
            <Menu.CheckboxItem key={option.value} value={option.value} closeMenuOnClick={false}>
              {option.label}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

interface FieldsProps {
  name: string
  chosen: string | undefined
  /** Undefined where it cannot be taken off. */
  onRemove?: (() => void) | undefined
  width?: number
  /** Fields that end in Search. @param close puts the focus back */
  children: (close: () => void) => ReactNode
}

/** A filter that is typed: its fields stand in a form of their own below it. */
export function FieldsFilter({ name, chosen, onRemove, width = 280, children }: FieldsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={width} trapFocus returnFocus withinPortal>
      <Chip name={name} chosen={chosen} onRemove={onRemove}>
        <Popover.Target>
          <Opener name={name} chosen={chosen} onClick={() => setOpen(!open)} />
        </Popover.Target>
      </Chip>
      <Popover.Dropdown aria-label={name}>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}
