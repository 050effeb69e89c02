import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { moved } from '#web/form/move.ts'
import { useDragOrder } from '#web/form/use-drag-order.ts'
import { useWritable } from '#web/may.tsx'
import { MenuEntry } from '#web/ui/choices/menu-entry.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { Count } from '#web/ui/images/status-chip.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { type DraftAttribute, isBuiltIn, nameProblem, newAttribute } from './draft.ts'
import classes from './attributes.module.css'
import { newId } from '#web/new-id.ts'

const types = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'block', label: 'Block of text' },
] as const
const constraints = [
  { value: 'required', label: 'Required' },
  { value: 'recommended', label: 'Recommended' },
  { value: 'optional', label: 'Optional' },
] as const
type Where = 'title' | 'description'

interface Props {
  attributes: readonly DraftAttribute[]
  onChange: (attributes: DraftAttribute[]) => void
  onRename: (index: number, name: string) => void
  onMention: (name: string, where: Where) => void
  onMerge: (attribute: DraftAttribute) => void
  /** Why none can be merged now. */
  unmergeable: string | undefined
  /** The server's sentence about an input, by its path. */
  errorOf: (path: string) => string | undefined
}

/** The attributes of a template: the five built-in ones and as many more as one likes, in an order of one's own. */
export function AttributesEditor({ attributes, onChange, onRename, onMention, onMerge, unmergeable, errorOf }: Props) {
  const rows = useRef<HTMLOListElement>(null)
  const writable = useWritable()
  const item = useDragOrder((from, to) => onChange(moved(attributes, from, to)))
  const put = (index: number, change: Partial<DraftAttribute>) =>
    onChange(attributes.map((a, at) => (at === index ? { ...a, ...change } : a)))
  const add = () => {
    // The row stands before the next key comes: its first letters would be lost.
    flushSync(() => onChange([...attributes, newAttribute(`new-${newId()}`)]))
    rows.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  }
  const onKey = (event: KeyboardEvent, index: number) => {
    const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : -1
    if (to < 0 || to >= attributes.length) return
    event.preventDefault()
    flushSync(() => onChange(moved(attributes, index, to)))
    rows.current?.querySelectorAll<HTMLButtonElement>('[data-grip]')[to]?.focus()
  }
  return (
    <Card
      title={
        <>
          Attributes <Count>{attributes.length}</Count>
        </>
      }
      padded={false}
      footer={
        writable && (
          <Button variant="default" leftSection={<Icon name="plus" size="s" />} onClick={add}>
            Add attribute
          </Button>
        )
      }
    >
      <ol className={classes.rows} ref={rows} aria-label="Attributes">
        {attributes.map((attribute, index) => {
          const fixed = isBuiltIn(attribute)
          const { draggable: _, ...drop } = item(index)
          return (
            <li key={attribute.key} {...drop} aria-label={attribute.name || `New attribute ${index + 1}`}>
              <ActionIcon
                data-grip
                draggable={writable}
                className={classes.grip}
                aria-label={`Move ${attribute.name || 'attribute'}: drag, or use the arrow keys`}
                onKeyDown={(event) => onKey(event, index)}
              >
                <Icon name="grip" />
              </ActionIcon>
              <TextInput
                label="Name"
                readOnly={fixed}
                title={fixed ? 'Built-in attributes can’t be renamed or removed.' : undefined}
                maxLength={100}
                value={attribute.name}
                error={nameProblem(attributes, index) ?? errorOf(`attributes.${index}.name`)}
                onChange={(event) => onRename(index, event.currentTarget.value)}
              />
              <Select
                label="Type"
                data={[...types]}
                value={attribute.type}
                onChange={(value) =>
                  put(index, { type: types.find((t) => t.value === value)?.value ?? attribute.type })
                }
              />
              <Select
                label="Requirement"
                className={classes.constraint}
                data={[...constraints]}
                value={attribute.constraint}
                onChange={(value) =>
                  put(index, { constraint: constraints.find((c) => c.value === value)?.value ?? attribute.constraint })
                }
              />
              <TextInput
                label="Default value"
                className={classes.value}
                maxLength={10_000}
                value={attribute.defaultValue}
                onChange={(event) => put(index, { defaultValue: event.currentTarget.value })}
              />
              <TagInput
                label="Options"
                className={classes.options}
                value={attribute.options}
                placeholder={attribute.options.length ? undefined : 'Any value'}
                onChange={(options) => put(index, { options })}
              />
              <RowMenu
                attribute={attribute}
                fixed={fixed}
                onMention={onMention}
                unmergeable={unmergeable}
                onMerge={() => onMerge(attribute)}
                onDelete={() => onChange(attributes.filter((a) => a.key !== attribute.key))}
              />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function RowMenu({
  attribute: { name },
  fixed,
  onMention,
  unmergeable,
  onMerge,
  onDelete,
}: {
  attribute: DraftAttribute
  fixed: boolean
  onMention: Props['onMention']
  unmergeable: string | undefined
  onMerge: () => void
  onDelete: () => void
}) {
  const label = name || 'the new attribute'
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon className={classes.menu} aria-label={`Actions for ${label}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntry disabled={!name.trim()} onClick={() => onMention(name.trim(), 'title')}>
          Add to title
        </MenuEntry>
        <MenuEntry disabled={!name.trim()} onClick={() => onMention(name.trim(), 'description')}>
          Add to description
        </MenuEntry>
        <MenuEntry disabled={unmergeable !== undefined} onClick={onMerge}>
          {unmergeable ?? 'Merge into another attribute…'}
        </MenuEntry>
        <Menu.Divider />
        <MenuEntry data-danger disabled={fixed} onClick={onDelete}>
          {fixed ? 'Built-in, can’t be deleted' : 'Delete attribute'}
        </MenuEntry>
      </Menu.Dropdown>
    </Menu>
  )
}
