import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { toNewProduct } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { LookOnly, useMay } from '#web/may.tsx'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { plural } from '#web/ui/format.ts'
import { channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { PageTabs, StepBar } from '#web/ui/layout/tabs.tsx'
import { ChannelItems } from './channel-items.tsx'
import { MakeForm } from './make-form.tsx'

const steps = ['Method', 'Map Fields', 'Review & Import']

/** The new product wizard's second method: listings that stand on a channel, of which products are made. The third step is the import's own page. */
export const ChannelImport = ({ methods }: { methods: ReactNode }) =>
  useMay('imports:write') ? (
    <Choose methods={methods} />
  ) : (
    <>
      {methods}
      <LookOnly needs="imports:write" />
    </>
  )

interface Chosen {
  integrationId: number
  name: string
  ids: number[]
}

function Choose({ methods }: { methods: ReactNode }) {
  const [chosen, setChosen] = useState<Chosen>()
  const back = () => setChosen(undefined)
  return (
    <>
      <StepBar
        label="Steps"
        current={chosen ? 1 : 0}
        steps={steps.map((label, index) => ({ label, ...(chosen && index === 0 && { onSelect: back }) }))}
      />
      {/* What was selected stays selected for who comes back. */}
      <div hidden={chosen !== undefined} className="stack">
        {methods}
        <Accounts onChoose={setChosen} />
      </div>
      {chosen && (
        <section aria-label="Map Fields">
          <h2>
            {plural(chosen.ids.length, 'listing')} of {chosen.name}
          </h2>
          <MakeForm
            which={{ ids: chosen.ids }}
            name={chosen.name}
            params={{ integrationId: chosen.integrationId }}
            foot={(go, isBusy) => (
              <StepFoot onBack={back}>
                <Button loading={isBusy} onClick={go}>
                  Continue to Review
                </Button>
              </StepFoot>
            )}
          />
        </section>
      )}
    </>
  )
}

/** A tab for each connected account (IMP-160). */
function Accounts({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const accounts = useRead(listAccounts)
  const { nameOf } = useAccounts()
  const { account } = useSearch({ from: '/inventory/new/{-$templateId}' })
  if (!accounts.data)
    return accounts.isError ? (
      <ErrorState error={accounts.error} retry={() => void accounts.refetch()} />
    ) : (
      <TableSkeleton rows={4} label="Connected channels, loading" />
    )
  const connected = channelOrder.flatMap(
    (channel) => accounts.data?.filter((candidate) => candidate.channel === channel && candidate.authenticated) ?? [],
  )
  const shown = connected.find(({ id }) => id === account) ?? connected[0]
  if (!shown)
    return (
      <EmptyState title="No channels connected" actions={<ActionButton of={listActions.connectChannel} />}>
        Connect a channel to import your listings as products.
      </EmptyState>
    )
  const label = ({ id, channel }: (typeof connected)[number]) =>
    [markNames[channel], nameOf(id)].filter(Boolean).join(': ')
  return (
    <>
      <PageTabs
        label="Connected channels"
        tabs={connected.map((channel) => ({
          label: label(channel),
          active: channel.id === shown.id,
          link: toNewProduct(undefined, { method: 'import', account: channel.id }),
        }))}
      />
      <ChannelItems
        key={shown.id}
        integrationId={shown.id}
        onChoose={(ids) => onChoose({ integrationId: shown.id, name: markNames[shown.channel], ids })}
      />
    </>
  )
}
