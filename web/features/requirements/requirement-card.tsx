import type { CallReply } from '#contract/endpoint.ts'
import type { listRequirements } from '#contract/requirements/requirements.ts'
import { linkTo, toTemplate, toTemplateListing } from '#web/addresses.ts'
import { ago, plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
import classes from './requirements.module.css'

export type Requirement = CallReply<typeof listRequirements>[number]

/** One requirement: from when it applies, how many listings do not meet it, and how all of them are fixed. */
export function RequirementCard({ requirement, isMarked }: { requirement: Requirement; isMarked: boolean }) {
  const { title, text, channel, account, source, listings, templates, countedAt } = requirement
  return (
    <article
      className={classes.card}
      aria-label={title}
      aria-current={isMarked || undefined}
      ref={isMarked ? showMarked : undefined}
    >
      <header>
        <ChannelMark channel={channel} size="m" named />
        <span>
          <h3>{title}</h3>
          <small>{[markNames[channel], account].filter(Boolean).join(' · ')}</small>
        </span>
        <StatusChip of={stateOf(requirement)} />
      </header>
      <p>
        {text}{' '}
        {source && (
          <a href={source.url} target="_blank" rel="noreferrer">
            {source.name}
          </a>
        )}
      </p>
      <footer>
        <span>
          {countedAt === null
            ? 'Listings are being checked…'
            : listings === 0
              ? `All live listings meet it. Checked ${ago(countedAt)}.`
              : `${plural(listings, 'live listing')} ${listings === 1 ? 'doesn’t' : 'don’t'} meet it. Checked ${ago(countedAt)}.`}
        </span>
        {listings > 0 && (
          <LinkButton
            size="xs"
            {...linkTo({ to: '/inventory', search: { requirementId: String(requirement.id) } })}
            aria-label={`Bulk edit products: ${title}`}
          >
            Bulk edit products
          </LinkButton>
        )}
      </footer>
      {templates.length > 0 && <Templates requirement={requirement} />}
    </article>
  )
}

const showMarked = (card: HTMLElement | null) => card?.scrollIntoView({ block: 'nearest' })

const day = (iso: string) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })

function stateOf({ from, daysLeft, isFound, listings }: Requirement) {
  if (daysLeft > 0)
    return {
      label: `From ${day(from)} (${plural(daysLeft, 'day')})`,
      tone: listings > 0 ? 'warning' : 'neutral',
    } as const
  return { label: `${isFound ? 'Found' : 'Since'} ${day(from)}`, tone: listings > 0 ? 'danger' : 'success' } as const
}

/** A default of the template, or its listing fields, fix all of its listings at once. */
function Templates({ requirement: { listings, templates, attributes, channel } }: { requirement: Requirement }) {
  const isAttribute = attributes.length > 0
  const others = listings - templates.reduce((sum, template) => sum + template.listings, 0)
  return (
    <div className={classes.templates}>
      <b>{isAttribute ? `Or set a template default for ${attributes.join(' and ')}` : 'Change it in the template'}</b>
      <ul>
        {templates.map(({ templateId, name, listings }) => (
          <li key={templateId}>
            <Link {...(isAttribute ? toTemplate(templateId) : toTemplateListing(templateId, channel))}>{name}</Link>
            <small>{plural(listings, 'listing')}</small>
          </li>
        ))}
        {others > 0 && (
          <li>
            <small>
              {plural(others, 'listing')} {others === 1 ? 'uses' : 'use'} other templates. <b>Bulk edit products</b>{' '}
              includes {others === 1 ? 'it' : 'them'}.
            </small>
          </li>
        )}
      </ul>
    </div>
  )
}
