import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import type { Key, ReactNode } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { allClients, allUsers } from '#contract/organizations/organizations.ts'
import { isSuperAdmin } from '#domain/accounts/session.ts'
import { personStates } from '#domain/words/states.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { date, number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { UpgradeSteps } from './installation/upgrade-steps.tsx'
import classes from './organization.module.css'

const limit = 50
/** Time to finish a word before it is looked for, in milliseconds. */
const typingMs = 250

type Client = CallReply<typeof allClients>['data'][number]
type User = CallReply<typeof allUsers>['data'][number]

const clientColumns: readonly Column<Client>[] = [
  {
    key: 'displayName',
    header: 'Organization',
    phone: 'title',
    render: ({ id, displayName }) => (
      <Link to="/admin/{-$clientId}" params={{ clientId: String(id) }} search={{ redirectTo: undefined }}>
        {displayName}
      </Link>
    ),
  },
  { key: 'name', header: 'Name', render: ({ name }) => <span className="mono">{name}</span> },
  { key: 'members', header: 'Members', align: 'right', render: ({ members }) => number(members) },
  { key: 'products', header: 'Products', align: 'right', render: ({ products }) => number(products) },
  { key: 'orders', header: 'Orders', align: 'right', render: ({ orders }) => number(orders) },
  {
    key: 'twoFactor',
    header: 'Two-factor',
    render: ({ requireTwoFactor }) => (requireTwoFactor ? 'Required' : 'Optional'),
  },
  { key: 'createdAt', header: 'Since', render: ({ createdAt }) => date(createdAt) },
]

const userColumns: readonly Column<User>[] = [
  { key: 'email', header: 'User', phone: 'title', render: ({ email }) => email },
  { key: 'name', header: 'Name', render: ({ name }) => name || <span className="subtle">–</span> },
  {
    key: 'state',
    header: 'Email',
    render: ({ emailConfirmed }) => <StatusChip of={personStates[emailConfirmed ? 'confirmed' : 'unconfirmed']} />,
  },
  { key: 'isSuper', header: 'Super Admin', render: ({ isSuper }) => (isSuper ? 'Yes' : 'No') },
  { key: 'twoFactor', header: 'Two-factor', render: ({ twoFactor }) => (twoFactor ? 'On' : 'Off') },
  {
    key: 'organizations',
    header: 'Organizations',
    align: 'right',
    render: ({ organizations }) => number(organizations),
  },
  { key: 'createdAt', header: 'Since', render: ({ createdAt }) => date(createdAt) },
]

interface Props {
  /** Curates the template library. */
  library: (o: { search: string | undefined }) => ReactNode
}
const finds = {
  organizations: 'Search organizations',
  users: 'Search users',
  library: 'Search templates and organizations',
} as const

/** For whoever runs the installation: every organization and every user on it, and the template library (ORG-083..ORG-085, TPL-157). */
export function SuperAdminPage({ library: Library }: Props) {
  const user = useSession()
  const { tab = 'organizations', search } = useSearch({ from: '/superAdmin' })
  if (!user) return null
  if (!isSuperAdmin(user))
    return (
      <Page title="Admin">
        <Callout tone="warning">You do not have sufficient permissions to access admin features.</Callout>
      </Page>
    )
  return (
    <Page
      title="Admin"
      flush
      below={
        <PageTabs
          label="Admin"
          tabs={[
            {
              label: 'Organizations',
              link: linkTo({ to: '/superAdmin', search: {} }),
              active: tab === 'organizations',
            },
            { label: 'Users', link: linkTo({ to: '/superAdmin', search: { tab: 'users' } }), active: tab === 'users' },
            {
              label: 'Template Library',
              link: linkTo({ to: '/superAdmin', search: { tab: 'library' } }),
              active: tab === 'library',
            },
            {
              label: 'Upgrade',
              link: linkTo({ to: '/superAdmin', search: { tab: 'upgrade' } }),
              active: tab === 'upgrade',
            },
          ]}
        />
      }
    >
      {tab !== 'upgrade' && <Search key={tab} label={finds[tab]} />}
      {tab === 'upgrade' ? (
        <UpgradeSteps />
      ) : tab === 'users' ? (
        <Users />
      ) : tab === 'library' ? (
        <div className={classes.library}>
          <Library search={search} />
        </div>
      ) : (
        <Clients />
      )}
    </Page>
  )
}

function Search({ label }: { label: string }) {
  const { tab, search } = useSearch({ from: '/superAdmin' })
  const navigate = useNavigate({ from: '/superAdmin' })
  const find = useDebouncedCallback(
    (words: string) => void navigate({ search: { tab, search: words || undefined }, replace: true }),
    typingMs,
  )
  return (
    <div className={classes.gap}>
      <TextInput
        aria-label={label}
        placeholder={`${label}…`}
        leftSection={<Icon name="search" size="s" />}
        defaultValue={search ?? ''}
        style={{ maxWidth: 320 }}
        onChange={(event) => find(event.currentTarget.value)}
      />
    </div>
  )
}

function usePaging() {
  const { tab, search, page = 1 } = useSearch({ from: '/superAdmin' })
  const navigate = useNavigate({ from: '/superAdmin' })
  const offset = (page - 1) * limit
  const onChange = (next: number) => void navigate({ search: { tab, search, page: next / limit + 1 } })
  return { query: { offset, limit, search }, paging: { offset, limit, onChange } }
}

interface ListProps<T> {
  label: string
  columns: readonly Column<T>[]
  rowKey: (row: T) => Key
  read: {
    data?: { data: readonly T[]; items: number }
    isError: boolean
    error: unknown
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  paging: { offset: number; limit: number; onChange: (offset: number) => void }
}

const List = <T,>({ label, columns, rowKey, read, paging }: ListProps<T>) =>
  read.isError && !read.data ? (
    <ErrorState error={read.error} retry={() => void read.refetch()} />
  ) : (
    <DataTable
      label={label}
      wide
      columns={columns}
      rows={read.data?.data}
      rowKey={rowKey}
      stale={read.isPlaceholderData}
      page={read.data && { ...paging, items: read.data.items }}
      empty={
        <EmptyState title="No results" drawing={false}>
          Try a shorter search.
        </EmptyState>
      }
    />
  )

function Clients() {
  const { query, paging } = usePaging()
  const clients = useRead(allClients, { query }, { keepPrevious: true })
  return <List label="Organizations" columns={clientColumns} rowKey={({ id }) => id} read={clients} paging={paging} />
}

function Users() {
  const { query, paging } = usePaging()
  const users = useRead(allUsers, { query }, { keepPrevious: true })
  return <List label="Users" columns={userColumns} rowKey={({ id }) => id} read={users} paging={paging} />
}
