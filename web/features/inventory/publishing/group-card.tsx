import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { useMay } from '#web/may.tsx'
import { number, plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import classes from './publishing.module.css'
import { Remedies } from './remedies.tsx'
import type { Group, Run } from './words.ts'

const GroupProducts = onDemand(async () => (await import('./group-products.tsx')).GroupProducts)

interface Props {
  run: Run
  group: Group
  isOpen: boolean
  onToggle: () => void
  onEdit: () => void
}

/** One cause: what it is, what each channel says of it, what fixes it, and its products. */
export function GroupCard({ run, group, isOpen, onToggle, onEdit }: Props) {
  const { title, accounts, products, listings, templates, examples } = group
  const mayEdit = useMay('products:write')
  const card = useRef<HTMLLIElement>(null)
  const inside = useId()
  const openAtFirst = useRef(isOpen)
  useEffect(() => {
    // Whoever follows a link to a group sees it at once.
    if (openAtFirst.current) card.current?.scrollIntoView({ block: 'start' })
  }, [])
  const channels = [...new Set(accounts.map(({ channel }) => channel))]
  return (
    <li ref={card} className={classes.group}>
      <div className={classes.words}>
        <p className={classes.line}>
          <b className={classes.title}>{title}</b>
          <span className={classes.marks}>
            {channels.map((channel) => (
              <ChannelMark key={channel} channel={channel} named />
            ))}
          </span>
        </p>
        <p className="small subtle">
          {plural(products, 'product')} of {namesOf(templates)}
          {listings > products && `, ${plural(listings, 'listing')} on ${plural(channels.length, 'channel')}`}
        </p>
        <Sentences group={group} />
        <p className="small subtle">{placesOf(run, group)}</p>
        <p className="small subtle">
          {examples.join(', ')}
          {products > examples.length && ` and ${number(products - examples.length)} more`}
        </p>
      </div>
      <div className={classes.remedies}>
        <Remedies group={group} onEdit={mayEdit ? onEdit : undefined} />
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls={inside}
          rightSection={<Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />}
          onClick={onToggle}
        >
          {isOpen ? 'Hide products' : `Show ${plural(products, 'product')}`}
        </Button>
      </div>
      <div id={inside} className={classes.inside} hidden={!isOpen}>
        {isOpen && <GroupProducts run={run} group={group} />}
      </div>
    </li>
  )
}

const MOST_NAMED = 3

/** Templates, as far as a line holds them. */
function namesOf(templates: Group['templates']): string {
  const names = templates.slice(0, MOST_NAMED).map(({ template }) => template)
  const rest = templates.length - names.length
  return rest > 0 ? `${names.join(', ')} and ${number(rest)} more` : names.join(', ')
}

/** The problem as each channel says it: a sentence names its own channel alone. */
const Sentences = ({ group: { accounts } }: { group: Group }) =>
  [...new Set(accounts.map(({ sentence }) => sentence))].map((sentence) => <p key={sentence}>{sentence}</p>)

/** Where it blocks and where it was rejected, with how many on each where these are several. */
function placesOf(run: Run, { accounts }: Group): string {
  const isOneOfSeveral = (channel: ChannelId) =>
    run.accounts.filter((account) => account.channel === channel).length > 1
  const nameOf = ({ integrationId, channel, products }: Group['accounts'][number]) => {
    const account = run.accounts.find((candidate) => candidate.integrationId === integrationId)?.account ?? ''
    const name = isOneOfSeveral(channel) ? `${markNames[channel]} (${account})` : markNames[channel]
    return accounts.length > 1 ? `${name}: ${number(products)}` : name
  }
  const say = (state: 'blocked' | 'refused', words: string) => {
    const places = accounts.filter((account) => account.state === state).map(nameOf)
    return places.length > 0 ? [`${words} ${places.join(', ')}`] : []
  }
  return [...say('blocked', 'Blocks publishing on'), ...say('refused', 'Rejected by')].join('. ')
}
