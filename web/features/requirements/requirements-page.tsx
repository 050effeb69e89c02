import { useSearch } from '@tanstack/react-router'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listRequirements } from '#contract/requirements/requirements.ts'
import { toIntegrations } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { ChoiceFilter } from '#web/ui/filters/filter-menu.tsx'
import { NoMatch } from '#web/ui/filters/no-match.tsx'
import { number } from '#web/ui/format.ts'
import { channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { RequirementCard, type Requirement } from './requirement-card.tsx'
import classes from './requirements.module.css'

/** What channels require of listings, and from when. */
export function RequirementsPage() {
  const { channel, requirement } = useSearch({ from: '/requirements' })
  const navigate = useNavigate({ from: '/requirements' })
  const requirements = useRead(listRequirements)
  const all = requirements.data
  const known = channelOrder.filter((id) => all?.some((row) => row.channel === id))
  const shown = all?.filter((row) => channel === undefined || row.channel === channel)
  const filter = (next: ChannelId | undefined) => void navigate({ search: next ? { channel: next } : {} })
  return (
    <Page
      title="Channel requirements"
      crumbs={[{ label: 'Integrations', to: toIntegrations() }]}
      count={shown ? number(shown.length) : undefined}
      actions={
        all &&
        all.length > 0 && (
          <ChoiceFilter
            name="Channel"
            any="All channels"
            options={[...new Set([...known, ...(channel ? [channel] : [])])].map((id) => ({
              value: id,
              label: markNames[id],
            }))}
            value={channel}
            onChange={filter}
          />
        )
      }
    >
      {shown ? (
        shown.length > 0 ? (
          <Sections requirements={shown} marked={requirement} />
        ) : channel && all && all.length > 0 ? (
          <NoMatch things={`requirements for ${markNames[channel]}`} onClear={() => filter(undefined)}>
            Other channels have some.
          </NoMatch>
        ) : (
          <EmptyState
            title="No channel requirements"
            actions={
              <LinkButton {...toIntegrations()} variant="default">
                View integrations
              </LinkButton>
            }
            drawing={false}
          >
            Rules with a date, and rules that a channel changes overnight, appear here with the listings they affect.
            Motto checks your connected accounts once a day.
          </EmptyState>
        )
      ) : requirements.isError ? (
        <ErrorState error={requirements.error} retry={() => void requirements.refetch()} />
      ) : (
        <FormSkeleton fields={3} height={280} label="Loading channel requirements" />
      )}
    </Page>
  )
}

function Sections({ requirements, marked }: { requirements: readonly Requirement[]; marked: number | undefined }) {
  const sections = [
    { title: 'To fix', rows: requirements.filter(({ listings, daysLeft }) => listings > 0 && daysLeft <= 0) },
    { title: 'Upcoming', rows: requirements.filter(({ daysLeft }) => daysLeft > 0) },
    {
      title: 'Met by all listings',
      rows: requirements.filter(({ listings, daysLeft }) => listings === 0 && daysLeft <= 0),
    },
  ]
  return sections.map(
    ({ title, rows }) =>
      rows.length > 0 && (
        <section key={title} className={classes.section} aria-label={title}>
          <h2>{title}</h2>
          {rows.map((row) => (
            <RequirementCard key={row.id} requirement={row} isMarked={row.id === marked} />
          ))}
        </section>
      ),
  )
}
