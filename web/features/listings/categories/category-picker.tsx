import { ActionIcon, Button, Input, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AskedTree } from '#contract/channels/describe.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import type { CategoryNode, Leaf } from './categories.ts'
import { CategoryName } from './category-name.tsx'
import { CategoryTree } from './category-tree.tsx'
import classes from './categories.module.css'

interface Props {
  /** Id of the button, so that it can be gone to. */
  id: string
  label: string
  value: readonly string[]
  onChange: (ids: string[]) => void
  root: CategoryNode
  leaves: readonly Leaf[]
  /** At most so many; 1 replaces what was chosen. */
  limit?: number
  required?: boolean
  error?: string
  hint?: ReactNode
  disabled?: boolean
  /** Words to suggest categories for. */
  about: string
  channel: string
  /** How the channel is asked for suggestions; absent: it has none. */
  suggest: AskedTree['suggest']
  /** What is chosen here, one and several. */
  nouns?: readonly [string, string]
}

/** The chosen categories with the way to each, and a dialog with the tree to choose more. */
export function CategoryPicker({
  id,
  label,
  value,
  onChange,
  root,
  leaves,
  limit,
  required,
  error,
  hint,
  disabled,
  about,
  channel,
  suggest,
  nouns = ['category', 'categories'],
}: Props) {
  const [open, setOpen] = useState(false)
  const toggle = (leaf: string) => {
    if (value.includes(leaf)) return onChange(value.filter((other) => other !== leaf))
    onChange(limit === 1 ? [leaf] : [...value, leaf])
    if (limit === 1) setOpen(false)
  }
  return (
    <Input.Wrapper label={label} required={required} error={error} description={hint} labelElement="div">
      <ul className={classes.chosen}>
        {value.map((chosen) => (
          <li key={chosen}>
            <span className="grow">
              <CategoryName id={chosen} leaves={leaves} />
            </span>
            {!disabled && (
              <ActionIcon
                size={22}
                aria-label={`Remove ${nouns[0]} ${leaves.find((leaf) => leaf.id === chosen)?.name ?? chosen}`}
                onClick={() => toggle(chosen)}
              >
                <Icon name="close" size="s" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <Button
        id={id}
        className={classes.choose}
        variant="default"
        size="xs"
        disabled={disabled}
        aria-invalid={Boolean(error)}
        onClick={() => setOpen(true)}
      >
        {value.length && limit === 1 ? 'Change' : value.length ? 'Add' : 'Choose'} {nouns[0]}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={label} size={620}>
        <CategoryTree
          root={root}
          leaves={leaves}
          chosen={value}
          onToggle={toggle}
          about={about}
          channel={channel}
          suggest={suggest}
          plural={nouns[1]}
        />
        {limit !== 1 && (
          <div className={classes.done}>
            <Button onClick={() => setOpen(false)}>Done</Button>
          </div>
        )}
      </Modal>
    </Input.Wrapper>
  )
}
