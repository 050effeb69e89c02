import { useSearch } from '@tanstack/react-router'
import type { CallReply } from '#contract/endpoint.ts'
import { clientUsers, listAuditEntries } from '#contract/organizations/organizations.ts'
import { isAdmin } from '#domain/accounts/session.ts'
import { toOrganization } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { FilterBar } from '#web/ui/filters/filter-bar.tsx'
import { NoMatch } from '#web/ui/filters/no-match.tsx'
import { ChoiceFilter, FieldsFilter } from '#web/ui/filters/filter-menu.tsx'
import bar from '#web/ui/filters/filters.module.css'
import { dateTime, dayName, plural } from '#web/ui/format.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/tables/pager.tsx'
import { actorOf, changesOf, sentenceOf, subjectOf } from './log-sentences.ts'
import { OrganizationTabs } from './organization-tabs.tsx'
import classes from './organization.module.css'

const limit = 50

/** What one may look for → the kinds of the log. */
const kinds = {
  people: { label: 'People', entities: 'member,user' },
  organization: { label: 'Organization', entities: 'organization' },
  products: { label: 'Products', entities: 'product' },
  templates: { label: 'Templates', entities: 'template,listing_template' },
  listings: { label: 'Listings', entities: 'listing' },
  orders: { label: 'Orders', entities: 'order' },
  integrations: { label: 'Integrations', entities: 'integration' },
} as const
type Kind = keyof typeof kinds
const kindChoices = Object.entries(kinds).map(([value, { label }]) => ({ value: value as Kind, label }))

/** Who changed what in the organization, newest first. */
export function LogPage() {
  const user = useSession()
  if (!user) return null
  const crumbs = [{ label: 'Organization', to: toOrganization() }]
  if (!isAdmin(user))
    return (
      <Page title="Audit log" crumbs={crumbs}>
        <Callout tone="warning">You do not have sufficient permissions to access admin features.</Callout>
      </Page>
    )
  return (
    <Page title="Organization" name="Audit log" crumbs={crumbs} below={<OrganizationTabs active="log" />} flush>
      <Filters />
      <Entries />
    </Page>
  )
}

/** The day after, as the end of a range that includes its last day. @param day YYYY-MM-DD */
const after = (day: string) => new Date(Date.parse(`${day}T00:00:00`) + 24 * 3600 * 1000).toISOString()

function useFilter() {
  const search = useSearch({ from: '/admin/log' })
  const { kind, user, from, to, page = 1 } = search
  const query = {
    offset: (page - 1) * limit,
    limit,
    entity: kind && kinds[kind].entities,
    userId: user,
    from: from && new Date(`${from}T00:00:00`).toISOString(),
    to: to && after(to),
  }
  return { search, query, filtered: Boolean(kind ?? user ?? from ?? to) }
}

function Filters() {
  const { search, filtered } = useFilter()
  const navigate = useNavigate({ from: '/admin/log' })
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, page: undefined, ...change }, replace: true })
  const members = useRead(clientUsers)
  const people =
    members.data
      ?.filter(({ status }) => status === 'active')
      .map(({ id, email }) => ({ value: String(id), label: email })) ?? []
  const dates = [search.from && `from ${dayName(search.from)}`, search.to && `to ${dayName(search.to)}`].filter(Boolean)
  return (
    <div className={classes.filters}>
      <FilterBar label="Filter the log" onClear={filtered ? () => set(none) : undefined}>
        <ChoiceFilter
          name="About"
          any="Everything"
          options={kindChoices}
          value={search.kind}
          onChange={(kind) => set({ kind })}
        />
        <ChoiceFilter
          name="By"
          any="Everyone"
          options={people}
          value={search.user === undefined ? undefined : String(search.user)}
          onChange={(user) => set({ user: user ? Number(user) : undefined })}
        />
        <FieldsFilter
          name="Date"
          chosen={dates.length > 0 ? dates.join(' ') : undefined}
          onRemove={() => set({ from: undefined, to: undefined })}
        >
          {() => (
            <div className={bar.form}>
              <DayInput label="From" value={search.from ?? ''} onChange={(from) => set({ from: from || undefined })} />
              <DayInput label="To" value={search.to ?? ''} onChange={(to) => set({ to: to || undefined })} />
            </div>
          )}
        </FieldsFilter>
      </FilterBar>
    </div>
  )
}

const none = { kind: undefined, user: undefined, from: undefined, to: undefined }

function Entries() {
  const { search, query, filtered } = useFilter()
  const navigate = useNavigate({ from: '/admin/log' })
  const entries = useRead(listAuditEntries, { query }, { keepPrevious: true })
  if (entries.isError && !entries.data) return <ErrorState error={entries.error} retry={() => void entries.refetch()} />
  if (!entries.data) return <TableSkeleton label="Audit log, loading" rows={10} />
  const { data, items, itemsCapped } = entries.data
  if (items === 0)
    return filtered ? (
      <NoMatch things="changes" onClear={() => void navigate({ search: {}, replace: true })}>
        Clear some filters to see more.
      </NoMatch>
    ) : (
      <EmptyState title="No changes yet">Every change people make is recorded here.</EmptyState>
    )
  return (
    <>
      <ul className={classes.log} aria-label="Audit log" aria-busy={entries.isPlaceholderData}>
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <div className={classes.foot}>
        <Pager
          offset={query.offset}
          limit={limit}
          items={items}
          itemsCapped={itemsCapped}
          onChange={(offset) => void navigate({ search: { ...search, page: offset / limit + 1 } })}
        />
      </div>
    </>
  )
}

type AuditEntry = CallReply<typeof listAuditEntries>['data'][number]
/** An entry tells so many fields; the rest is counted. */
const mostChanges = 12

function Entry({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry)
  const { name, token } = actorOf(entry)
  return (
    <li>
      <time dateTime={entry.at}>{dateTime(entry.at)}</time>
      <div className="grow">
        <p>
          <b>{name}</b> <Sentence entry={entry} />
          {token && <span className="subtle"> {token}</span>}
        </p>
        {changes.length > 0 && (
          <dl className={classes.changes}>
            {changes.slice(0, mostChanges).map(({ field, from, to }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>{from !== undefined && to !== undefined ? `${from} → ${to}` : (to ?? `${from}, removed`)}</dd>
              </div>
            ))}
          </dl>
        )}
        {changes.length > mostChanges && (
          <p className="subtle small">and {plural(changes.length - mostChanges, 'more field')}</p>
        )}
      </div>
    </li>
  )
}

/** What was done, with the way to what it was done to where that is still there. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const subject = subjectOf(entry)
  if (!subject) return sentenceOf(entry)
  const { verb, thing, name, link, isDeleted } = subject
  return (
    <>
      {verb} {thing} {link ? <Link {...link}>{name}</Link> : name}
      {isDeleted && <span className="subtle"> (deleted since)</span>}
    </>
  )
}
