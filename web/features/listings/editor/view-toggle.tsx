import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#web/ui/images/icon.tsx'

export const hasReferences = (text: string) => /\{\{[^{}]+\}\}/.test(text)

/** Whether a field shows values: what was asked for, until something is typed. @param inherits whether nothing is said here: then values are shown */
export function useViewing(inherits: boolean) {
  const [choice, view] = useState<boolean>()
  return { viewing: choice ?? inherits, view, typed: () => view(undefined) }
}

/** Switches a field between the attributes that it refers to and what those hold for this product (LST-100). */
export const ViewToggle = ({
  name,
  viewing,
  onToggle,
}: {
  name: string
  viewing: boolean
  onToggle: (viewing: boolean) => void
}) => (
  <ActionIcon
    aria-label={viewing ? `Show attribute names of ${name}` : `Show values of ${name}`}
    title={viewing ? 'Show attribute names' : 'Show values'}
    aria-pressed={viewing}
    onClick={() => onToggle(!viewing)}
  >
    <Icon name={viewing ? 'eye-off' : 'eye'} />
  </ActionIcon>
)
