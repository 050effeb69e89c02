import { Menu } from '@mantine/core'
import { useState } from 'react'
import { getStart } from '#contract/organizations/organizations.ts'
import { useRead } from '../../api.ts'
import { useLive } from '../../events.ts'
import { plural } from '../../ui/format.ts'
import { onDemand } from '../../ui/layout/on-demand.tsx'
import classes from './health.module.css'
import { standing } from './state.ts'

const List = onDemand(async () => (await import('./list.tsx')).HealthList)

/** One dot and a sentence: whether anything needs the seller; below it each cause with its place, and what is running. */
export function Health() {
  const start = useRead(getStart)
  const [isOpen, setIsOpen] = useState(false)
  const { jobs, connected } = useLive()
  const running = jobs.filter((job) => job.state === 'running')
  if (!start.data) return <span className={classes.health} data-tone="unknown" aria-hidden="true" />
  const { need, tone, label } = standing(start.data, connected)
  const open = () => void List.ready().then((ready) => ready && setIsOpen(true))
  return (
    <Menu width={320} opened={isOpen} onChange={(next) => (next ? open() : setIsOpen(false))}>
      <Menu.Target>
        <button type="button" className={classes.health} data-tone={tone}>
          {running.length > 0 && tone === 'success' ? `${plural(running.length, 'task')} running` : label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <List start={start.data} need={need} running={running} />
      </Menu.Dropdown>
    </Menu>
  )
}
