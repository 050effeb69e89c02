import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { listProposals } from '#contract/agents/proposals.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { ago } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { ProposalDialog } from './proposal-dialog.tsx'
import { type Proposal, extentOf, proposalStates, proposerOf } from './proposal-words.ts'
import classes from './agents.module.css'
import { UndoSession } from './undo-session.tsx'

const A_PAGE = 25
const crumbs = [{ label: 'Account', to: linkTo({ to: '/account' }) }]
const shownStates = [
  { value: 'waiting' as const, label: 'Needs approval' },
  { value: 'all' as const, label: 'All' },
]

/** What AI agents proposed: a person decides about what their budget does not cover. */
export function ApprovalsPage() {
  const { show = 'waiting', page = 1 } = useSearch({ from: '/account/approvals' })
  const navigate = useNavigate({ from: '/account/approvals' })
  const offset = (page - 1) * A_PAGE
  const query = { offset, limit: A_PAGE, ...(show === 'waiting' && { state: 'waiting' as const }) }
  const proposals = useRead(listProposals, { query }, { keepPrevious: true })
  const applied = useRead(listProposals, { query: { state: 'applied', limit: 100 } })
  const mayUndo = useMay('products:write')
  const [opened, setOpened] = useState<number>()
  const [isUndoing, setIsUndoing] = useState(false)
  const agents = agentsOf(applied.data?.data ?? [])
  return (
    <Page
      title="Approvals"
      crumbs={crumbs}
      actions={
        mayUndo &&
        agents.length > 0 && (
          <Button variant="default" onClick={() => setIsUndoing(true)}>
            Undo an agent’s changes
          </Button>
        )
      }
    >
      <div style={{ marginBottom: 16 }}>
        <Segments
          aria-label="Proposals"
          data={shownStates}
          value={show}
          onChange={(value) => void navigate({ search: { show: value === 'all' ? value : undefined } })}
        />
      </div>
      {proposals.data ? (
        proposals.data.items === 0 ? (
          <EmptyState title={show === 'waiting' ? 'Nothing to approve' : 'No proposals yet'} drawing={false}>
            An AI agent proposes changes here. Those beyond its budget wait for your approval.
          </EmptyState>
        ) : (
          <Card title="Proposals" padded={false}>
            <DataTable
              label="Proposals"
              rows={proposals.data.data}
              rowKey={({ id }) => String(id)}
              stale={proposals.isPlaceholderData}
              columns={columnsOf(setOpened)}
              page={{
                offset,
                limit: A_PAGE,
                items: proposals.data.items,
                onChange: (next) =>
                  void navigate({ search: { show: show === 'all' ? show : undefined, page: next / A_PAGE + 1 } }),
              }}
            />
          </Card>
        )
      ) : proposals.isError ? (
        <ErrorState error={proposals.error} retry={() => void proposals.refetch()} />
      ) : (
        <FormSkeleton fields={3} height={280} label="Loading proposals" />
      )}
      {opened !== undefined && <ProposalDialog id={opened} onClose={() => setOpened(undefined)} />}
      {isUndoing && <UndoSession agents={agents} onClose={() => setIsUndoing(false)} />}
    </Page>
  )
}

function agentsOf(applied: readonly Proposal[]) {
  const names = new Map(applied.flatMap(({ tokenId, tokenName }) => (tokenId === null ? [] : [[tokenId, tokenName]])))
  return [...names].map(([id, name]) => ({ id, name: name || `Token ${id}` }))
}

const columnsOf = (open: (id: number) => void) => [
  {
    key: 'reason',
    header: 'Proposal',
    phone: 'title' as const,
    render: (proposal: Proposal) => (
      <span className={classes.reason}>
        <b>{proposal.reason}</b>
        <br />
        <span className={classes.extent}>{extentOf(proposal)}</span>
      </span>
    ),
  },
  { key: 'by', header: 'From', render: proposerOf },
  { key: 'at', header: 'Time', render: ({ createdAt }: Proposal) => ago(createdAt) },
  {
    key: 'state',
    header: 'Status',
    phone: 'bare' as const,
    render: ({ state }: Proposal) => <StatusChip of={proposalStates[state]} />,
  },
  {
    key: 'do',
    header: '',
    label: 'Actions',
    align: 'right' as const,
    render: ({ id, reason, state }: Proposal) => (
      <Button size="xs" variant="default" aria-label={`Review ${reason}`} onClick={() => open(id)}>
        {state === 'waiting' ? 'Review' : 'View'}
      </Button>
    ),
  },
]
