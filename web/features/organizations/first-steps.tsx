import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { availableIntegrations } from '#contract/integrations.ts'
import { useRead } from '#web/api.ts'
import { useMay, whoMay } from '#web/may.tsx'
import { useSession } from '#web/session.ts'
import { ChannelMark, markNames } from '#web/ui/channel-mark.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import type { Start } from './dashboard-page.tsx'
import classes from './dashboard.module.css'

interface Step {
  title: string
  words: string
  done: boolean
  needs?: Permission
  action: ReactNode
}

const go = (to: string, label: string) => (
  <Button component={Link} to={to as string} size="xs">
    {label}
  </Button>
)

/** What has to exist before the shop runs by itself; each step is done when the thing is there. */
export const firstSteps = (start: Start): readonly Step[] => [
  {
    title: 'Make a template',
    words: 'What all your mugs, shirts or lenses have in common: attributes, tags, defaults.',
    done: start.templates > 0,
    needs: 'templates:write',
    action: go('/templates/new', 'New Template'),
  },
  {
    title: 'Add a product',
    words: 'Written once, from its template.',
    done: start.products > 0,
    needs: 'products:write',
    action: go('/inventory/new', 'New Product'),
  },
  {
    title: 'Connect a channel',
    words: 'Nothing is changed there until you list something.',
    done: start.connectedChannels > 0,
    needs: 'integrations:write',
    action: <Channels />,
  },
  {
    title: 'List your first product',
    words: 'Open a product, choose its channel, see what is missing, press List.',
    done: start.liveListings > 0,
    needs: 'listings:write',
    action: go('/inventory', 'Choose a product'),
  },
]

function Channels() {
  const channels = useRead(availableIntegrations)
  return (
    <span className="row wrap">
      {channels.data?.map(({ channel }) => (
        <Button
          key={channel}
          component={Link}
          to={`/integrations/${channel}` as string}
          variant="default"
          size="xs"
          leftSection={<ChannelMark channel={channel} named />}
        >
          {markNames[channel]}
        </Button>
      ))}
    </span>
  )
}

/** The step's button, or who can do it. */
const For = ({ needs, children }: { needs: Permission; children: ReactNode }) =>
  useMay(needs) ? children : <span className="small subtle">{whoMay(needs)} can do this.</span>

export function FirstSteps({ start }: { start: Start }) {
  const user = useSession()
  const steps: readonly Step[] = [
    { title: 'Name your organization', words: user?.clientName ?? '', done: true, action: null },
    ...firstSteps(start),
  ]
  const done = steps.filter((step) => step.done).length
  const now = steps.findIndex((step) => !step.done)
  return (
    <Card
      title="Set up your shop"
      actions={
        <span className="small subtle">
          {done} of {steps.length} done
        </span>
      }
      padded={false}
    >
      <div className={classes.progress} role="img" aria-label={`${done} of ${steps.length} steps done`}>
        <i style={{ width: `${(done / steps.length) * 100}%` }} />
      </div>
      <ol className={classes.steps}>
        {steps.map(({ title, words, done: isDone, needs, action }, index) => (
          <li key={title} data-done={isDone || undefined} data-now={index === now || undefined}>
            <span className={classes.mark}>{isDone ? <Icon name="check" size="s" label="Done" /> : index + 1}</span>
            <div className="grow">
              <b>{title}</b>
              <p>{words}</p>
              {index === now && (
                <div className={classes.action}>{needs ? <For needs={needs}>{action}</For> : action}</div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
