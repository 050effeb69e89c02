import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { listTokens, revokeToken } from '#contract/tokens/tokens.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ago, date } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { BudgetDialog } from './budget-dialog.tsx'
import { ConnectAgent } from './connect-agent.tsx'
import { CreateToken } from './create-token.tsx'
import { AccountNames } from './token-accounts.tsx'
import { scopeWord, stateOf } from './token-words.ts'

type Token = CallReply<typeof listTokens>[number]

/** Tokens for programs and AI agents: one's own, and as an Admin everybody's. */
export function TokensPage() {
  const tokens = useRead(listTokens)
  const [creating, setCreating] = useState(false)
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
      Create token
    </Button>
  )
  return (
    <Page
      title="API tokens"
      crumbs={[{ label: 'Account', to: linkTo({ to: '/account' }) }]}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/account/api" />}>
            API reference
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/account/approvals" />}>
            Approvals
          </Button>
          {tokens.data && tokens.data.length > 0 && create}
        </>
      }
    >
      {tokens.data ? (
        tokens.data.length > 0 ? (
          <Tokens tokens={tokens.data} />
        ) : (
          <EmptyState title="No API tokens yet" actions={create}>
            A token lets a program or an AI agent use Motto without your password. You choose what it can do.
          </EmptyState>
        )
      ) : tokens.isError ? (
        <ErrorState error={tokens.error} retry={() => void tokens.refetch()} />
      ) : (
        <FormSkeleton fields={3} height={280} label="Loading API tokens" />
      )}
      {tokens.data && (
        <div style={{ marginTop: 16 }}>
          <ConnectAgent />
        </div>
      )}
      {creating && <CreateToken onClose={() => setCreating(false)} />}
    </Page>
  )
}

function Tokens({ tokens }: { tokens: readonly Token[] }) {
  const revoke = useWrite(revokeToken)
  const [now] = useState(() => Date.now())
  const [edited, setEdited] = useState<Token>()
  const askRevoke = async ({ id, name }: Token) => {
    const yes = await confirm({
      title: `Revoke ${name}?`,
      body: 'Programs that use this token lose access at once. You can’t undo this.',
      confirm: 'Revoke token',
      danger: true,
    })
    const showDone = () => toast.success('Token revoked', { detail: name })
    if (yes) revoke.mutate({ params: { id } }, { onSuccess: showDone })
  }
  return (
    <Card title="Tokens" padded={false}>
      <DataTable
        label="API tokens"
        rows={tokens}
        rowKey={({ id }) => String(id)}
        columns={[
          { key: 'name', header: 'Name', phone: 'title', render: (token) => <Name token={token} /> },
          { key: 'for', header: 'For', render: whoseToken },
          { key: 'scopes', header: 'Scopes', render: (token) => <Scopes token={token} /> },
          { key: 'used', header: 'Last used', render: lastUse },
          { key: 'ends', header: 'Expires', render: (token) => endOf(token, now) },
          {
            key: 'do',
            header: '',
            label: 'Actions',
            align: 'right',
            render: (token) =>
              stateOf(token, now) === 'active' && (
                <span className="row" style={{ justifyContent: 'flex-end' }}>
                  {token.usedBy === 'agent' && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Budget of ${token.name}`}
                      onClick={() => setEdited(token)}
                    >
                      Budget
                    </Button>
                  )}
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Revoke ${token.name}`}
                    disabled={revoke.isPending}
                    onClick={() => void askRevoke(token)}
                  >
                    Revoke
                  </Button>
                </span>
              ),
          },
        ]}
        empty={null}
      />
      {edited && <BudgetDialog token={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

const Name = ({ token: { name, hint, usedBy } }: { token: Token }) => (
  <span>
    <b>{name}</b>
    <br />
    <span className="small subtle">
      <span className="mono">{hint}</span>
      {usedBy === 'agent' && ', AI agent'}
    </span>
  </span>
)

const Scopes = ({ token: { scopes, integrationIds } }: { token: Token }) => (
  <span>
    {scopes.map(scopeWord).join(', ')}
    {integrationIds && (
      <>
        <br />
        <span className="small subtle">
          Only <AccountNames ids={integrationIds} />
        </span>
      </>
    )}
  </span>
)

const whoseToken = ({ kind, createdByName }: Token) =>
  kind === 'organization' ? 'Organization' : createdByName || 'Someone'

const lastUse = ({ lastUsedAt, lastUsedFrom }: Token) =>
  lastUsedAt === null ? 'Never' : `${ago(lastUsedAt)}, ${lastUsedFrom}`

function endOf(token: Token, now: number): string {
  const state = stateOf(token, now)
  if (state === 'revoked') return 'Revoked'
  if (token.expiresAt === null) return 'Never'
  return state === 'expired' ? 'Expired' : date(token.expiresAt)
}
