import { ActionIcon, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { availableIntegrations, listIntegrations } from '#contract/integrations/integrations.ts'
import { hideFirstSteps } from '#contract/organizations/organizations.ts'
import type { Permission } from '#contract/permissions.ts'
import { linkTo, type PageLink, toAdopting, toNewProduct, toOrganization } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { ConnectButton, useRefreshOnReturn } from '#web/form/channels/connect.tsx'
import { useMay, whoMay } from '#web/may.tsx'
import { useSession } from '#web/session.ts'
import { ChannelMark, channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon, type IconName } from '#web/ui/images/icon.tsx'
import { SandboxTag } from '#web/ui/images/sandbox-tag.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
import classes from './dashboard.module.css'
import { type Reached, reachedBy, type Start } from './setting-up.tsx'

interface Step {
  id: string
  title: string
  words: string
  done: boolean
  needs?: Permission
  action: ReactNode
  /** Stays there once the step is done. */
  always?: boolean
  /** Can be done before the steps above it. */
  anytime?: boolean
}

const go = (link: PageLink, label: string, { plain }: { plain: boolean }) => (
  <LinkButton {...link} size="xs" variant={plain ? 'default' : 'filled'}>
    {label}
  </LinkButton>
)

/** The way to a first sale, in the order in which it can be gone; each step is done when the thing is there. */
const firstSteps = ({ connected, listed, sold, ...parts }: Reached): readonly Step[] => [
  {
    id: 'connect',
    title: 'Connect your channels',
    words: 'Connect each channel with one click. Nothing changes there until you publish.',
    done: connected,
    needs: 'integrations:write',
    action: <Channels />,
    always: true,
  },
  {
    id: 'list',
    title: 'Create a product and list it',
    words: 'Import what you already sell, import a file, or create your first product here.',
    done: listed,
    needs: 'listings:write',
    anytime: true,
    action: (
      <>
        <Parts {...parts} />
        <WaysIn product={parts.product} />
      </>
    ),
  },
  {
    id: 'sell',
    title: 'Make a sale and watch stock sync',
    words: 'Stock goes down on every channel, and the order is ready to pack.',
    done: sold,
    action: <Sell />,
  },
]

/** What of the second step is there already, and what is not yet. */
const Parts = ({ template, product }: Pick<Reached, 'template' | 'product'>) => (
  <ul className={classes.parts} aria-label="What you have so far">
    {[
      { name: 'Template', done: template, link: linkTo({ to: '/templates' }) },
      { name: 'Product', done: product, link: linkTo({ to: '/inventory' }) },
      { name: 'Listing', done: false, link: linkTo({ to: '/listings' }) },
    ].map(({ name, done, link }) => (
      <li key={name} data-done={done || undefined}>
        {done ? (
          <Link {...link}>
            <Icon name="check" size="s" label="Done" />
            {name}
          </Link>
        ) : (
          <span>
            <Icon name="minus" size="s" label="Not yet" />
            {name}
          </span>
        )}
      </li>
    ))}
  </ul>
)

/** The ways of a first product into Motto. */
function WaysIn({ product }: { product: boolean }) {
  const integrations = useRead(listIntegrations)
  const connected = Object.values(integrations.data ?? {}).filter(({ authenticated }) => authenticated)
  return (
    <ul className={classes.ways} aria-label="Ways to add products">
      {product && (
        <Way icon="listings" title="List your products" words="Choose products that aren’t on a channel yet.">
          <LinkButton to="/inventory" search={{ notListedOn: [...channelOrder] }} size="xs">
            List your products
          </LinkButton>
        </Way>
      )}
      <Way
        icon="plug"
        title="Import what you already sell"
        words="Motto finds your listings, links those with a matching SKU and asks about the rest. Nothing changes on the channel."
      >
        {connected.length === 0 && <span className="small subtle">Connect a channel first.</span>}
        {connected.map(({ id, channel }) => (
          <LinkButton key={id} {...toAdopting(id)} size="xs" variant="default">
            Import from {markNames[channel]}
          </LinkButton>
        ))}
      </Way>
      <Way
        icon="upload"
        title="Import a file"
        words="CSV or a spreadsheet. You review everything before it’s imported."
      >
        {go(toNewProduct(undefined, { method: 'csv' }), 'Import a file', { plain: true })}
      </Way>
      <Way
        icon="plus"
        title="Create your first product"
        words="Add a photo, title, price and quantity. Motto suggests the category and item specifics and creates a template."
      >
        {go(linkTo({ to: '/create-and-list' }), 'Create and list', { plain: product })}
      </Way>
    </ul>
  )
}

const Way = ({
  icon,
  title,
  words,
  children,
}: {
  icon: IconName
  title: string
  words: string
  children: ReactNode
}) => (
  <li>
    <Icon name={icon} />
    <span className="grow">
      <b>{title}</b>
      <small>{words}</small>
    </span>
    <span className="row wrap">{children}</span>
  </li>
)

/** Each channel that can be connected: how it stands, or the one press to its consent. */
function Channels() {
  const channels = useRead(availableIntegrations)
  const integrations = useRead(listIntegrations)
  const mayConnect = useMay('integrations:write')
  useRefreshOnReturn()
  return (
    <ul className={classes.channels} aria-label="Channels">
      {channels.data?.map(({ channel, sandboxUrl }) => {
        const integration = integrations.data?.[channel]
        const connected = integration?.authenticated ?? false
        return (
          <li key={channel}>
            <ChannelMark channel={channel} state={connected ? 'live' : 'off'} named />
            <span className="grow">
              <b>{markNames[channel]}</b> {sandboxUrl && <SandboxTag />}
              <small>{connected ? integration?.integration.shop || 'Connected' : 'Not connected'}</small>
            </span>
            {connected && sandboxUrl ? (
              <Look channel={markNames[channel]} url={sandboxUrl} />
            ) : (
              !connected &&
              mayConnect &&
              integrations.data && <ConnectButton channel={channel} exists={integration !== undefined} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const Look = ({ channel, url }: { channel: string; url: string }) => (
  <Button
    component="a"
    href={url}
    target="_blank"
    rel="noopener"
    size="xs"
    variant="subtle"
    aria-label={`Open sandbox of ${channel}`}
    rightSection={<Icon name="external" size="s" />}
  >
    Open sandbox
  </Button>
)

/** In the sandbox the seller is the buyer, too. */
function Sell() {
  const played = useRead(availableIntegrations).data?.find(({ sandboxUrl }) => sandboxUrl !== null)
  if (!played?.sandboxUrl) return <span className="small subtle">Completed when your first order arrives.</span>
  return (
    <Button
      component="a"
      href={played.sandboxUrl}
      target="_blank"
      rel="noopener"
      size="xs"
      rightSection={<Icon name="external" size="s" />}
    >
      Place a test order on {markNames[played.channel]}
    </Button>
  )
}

/** The step's button, or who can do it. */
const For = ({ needs, children }: { needs: Permission; children: ReactNode }) =>
  useMay(needs) ? children : <span className="small subtle">{whoMay(needs)} can do this.</span>

/** The checklist of a new organization; goes when all is done or it is put away. */
export function FirstSteps({ start }: { start: Start }) {
  const user = useSession()
  const hide = useWrite(hideFirstSteps)
  const steps: readonly Step[] = [
    { id: 'name', title: 'Name your organization', words: user?.clientName ?? '', done: true, action: null },
    ...firstSteps(reachedBy(start)),
  ]
  const done = steps.filter((step) => step.done).length
  const now = steps.findIndex((step) => !step.done)
  return (
    <>
      <Card
        title="Setup guide"
        actions={
          <span className="row">
            <span className="small subtle">
              {done} of {steps.length} done
            </span>
            <ActionIcon
              size={24}
              aria-label="Hide setup guide"
              title="Hide. You can show it again from the Help card."
              loading={hide.isPending}
              onClick={() => hide.mutate({ body: { hidden: true } })}
            >
              <Icon name="close" size="s" />
            </ActionIcon>
          </span>
        }
        padded={false}
      >
        <div className={classes.progress} role="img" aria-label={`${done} of ${steps.length} steps done`}>
          <i style={{ width: `${(done / steps.length) * 100}%` }} />
        </div>
        <ol className={classes.steps}>
          {steps.map(({ id, title, words, done: isDone, needs, action, always, anytime }, index) => (
            <li key={id} id={`step-${id}`} data-done={isDone || undefined} data-now={index === now || undefined}>
              <span className={classes.mark}>{isDone ? <Icon name="check" size="s" label="Done" /> : index + 1}</span>
              <div className="grow">
                <b>{title}</b>
                <p>{words}</p>
                {(index === now || (isDone ? always : anytime)) && (
                  <div className={classes.action}>{needs && !always ? <For needs={needs}>{action}</For> : action}</div>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <WhenYouHaveTime />
    </>
  )
}

const later = [
  {
    link: linkTo({ to: '/templates' }),
    icon: 'templates',
    label: 'Shape your templates',
    note: 'one is created automatically',
  },
  { link: toOrganization(), icon: 'people', label: 'Invite people', note: 'they join with a link' },
  {
    link: linkTo({ to: '/account' }),
    icon: 'shield',
    label: 'Turn on two-factor authentication',
    note: 'adds a code from your phone at login',
  },
] as const satisfies readonly { link: PageLink; icon: IconName; label: string; note: string }[]

const WhenYouHaveTime = () => (
  <Card title="Later" actions={<span className="small subtle">Optional</span>} padded={false}>
    <ul className={classes.help}>
      {later.map(({ link, icon, label, note }) => (
        <li key={label}>
          <Link {...link}>
            <Icon name={icon} />
            <span className="grow">{label}</span>
            <span className="small subtle">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)
