import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#web/ui/images/icon.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import type { ChooserProps } from './column-chooser.tsx'

const Chooser = onDemand(async () => (await import('./column-chooser.tsx')).Chooser)

/** Which columns the table shows, in which order, how wide and how dense. */
export function ColumnsButton(props: ChooserProps) {
  const [open, setOpen] = useState(false)
  // Opened with everything in it, so that the focus has where to go.
  const toggle = async () => setOpen(!open && (await Chooser.ready()))
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<Icon name="columns" />}
          aria-expanded={open}
          onClick={() => void toggle()}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Chooser {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}
