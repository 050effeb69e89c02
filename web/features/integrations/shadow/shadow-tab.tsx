import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { confirmShadow, getShadow, refreshShadow, resendShadowed, startShadow } from '#contract/sync/shadow.ts'
import { isAwaited, useRead, useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { dateTime, number, plural } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Numbers } from '#web/ui/tables/numbers.tsx'
import { ListingChanges, OrderChanges } from './changes.tsx'

type ShadowReply = CallReply<typeof getShadow>
interface Of {
  channel: ChannelId
  integrationId: number
  manager: boolean
}

/** What Motto would send to an account, and the step that sends it. */
export function ShadowTab(of: Of) {
  const { channel, integrationId } = of
  const [starts, setStarts] = useState<readonly number[]>([0])
  const after = starts.at(-1) ?? 0
  const shadow = useRead(getShadow, { params: { integrationId }, query: after > 0 ? { after } : {} })
  if (shadow.isError && !shadow.data) return <ErrorState error={shadow.error} retry={() => void shadow.refetch()} />
  if (isAwaited(shadow) || !shadow.data) return <FormSkeleton fields={5} label="Loading shadow mode" />
  const { data } = shadow
  const { next } = data
  return (
    <>
      {data.since ? <On of={of} shadow={data} since={data.since} /> : <Off of={of} />}
      {data.rejected > 0 && <Rejected of={of} count={data.rejected} />}
      {data.since && (
        <ListingChanges
          channel={channel}
          listings={data.listings}
          isStale={shadow.isFetching}
          isComputing={data.computing > 0}
          onNext={next === null ? undefined : () => setStarts([...starts, next])}
          onBack={starts.length > 1 ? () => setStarts(starts.slice(0, -1)) : undefined}
        />
      )}
      {(data.since || data.orders.length > 0) && <OrderChanges channel={channel} orders={data.orders} />}
    </>
  )
}

function Off({ of: { channel, integrationId, manager } }: { of: Of }) {
  const name = markNames[channel]
  const start = useWrite(startShadow, { onSuccess: () => toast.success('Shadow mode on') })
  return (
    <Card
      title="Shadow mode"
      footer={
        manager && (
          <Button
            variant="default"
            loading={start.isPending}
            onClick={() => start.mutate({ params: { integrationId } })}
          >
            Turn on shadow mode
          </Button>
        )
      }
    >
      <p className="muted">
        Shadow mode is off. Motto sends your changes to {name} automatically. Turn it on to see each change first: Motto
        still imports orders, but sends nothing to {name} until you confirm.
      </p>
    </Card>
  )
}

const listingsIn = ({ publish, revise, quantity, end }: ShadowReply['counts']) => publish + revise + quantity + end
const ordersIn = ({ ship, track, refund, cancel }: ShadowReply['counts']) => ship + track + refund + cancel

function On({ of, shadow, since }: { of: Of; shadow: ShadowReply; since: string }) {
  const name = markNames[of.channel]
  const { counts, computing } = shadow
  return (
    <>
      <Callout tone="warning">
        <b>Shadow mode is on since {dateTime(since)}.</b> Motto imports orders and sends nothing to {name}: no listings,
        quantities, prices, shipments or refunds. Keep updating {name} yourself, or with the tool you use now.
      </Callout>
      <Numbers label="Changes that would be sent" inThrees>
        <Figure label="New listings" count={counts.publish} />
        <Figure label="Updated listings" count={counts.revise} />
        <Figure label="Quantities only" count={counts.quantity} />
        <Figure label="Unlisted" count={counts.end} />
        <Figure label="Shipments" count={counts.ship + counts.track} />
        <Figure label="Refunds and cancellations" count={counts.refund + counts.cancel} />
      </Numbers>
      {counts.blocked > 0 && (
        <Callout tone="warning">
          {plural(counts.blocked, 'listing')} can’t be sent as {counts.blocked === 1 ? 'it is' : 'they are'}. Fix the
          problems below, or confirm: Motto sends the others and marks these as rejected.
        </Callout>
      )}
      {computing > 0 && (
        <p className="muted" role="status">
          Checking {plural(computing, 'listing')}…
        </p>
      )}
      {of.manager && <Decide of={of} shadow={shadow} />}
    </>
  )
}

const Figure = ({ label, count }: { label: string; count: number }) => (
  <li>
    <span>{label}</span>
    <b>{number(count)}</b>
  </li>
)

function Decide({ of: { channel, integrationId }, shadow }: { of: Of; shadow: ShadowReply }) {
  const name = markNames[channel]
  const { counts, computing, list } = shadow
  const [listings, orders] = [listingsIn(counts), ordersIn(counts)]
  const send = useWrite(confirmShadow, {
    onSuccess: () => toast.success('Changes confirmed', { detail: `Motto is sending them to ${name}.` }),
  })
  const refresh = useWrite(refreshShadow, { onSuccess: () => toast.success('Checking again') })
  const nothing = listings + orders === 0
  const ask = async () => {
    const parts = [listings > 0 && plural(listings, 'listing'), orders > 0 && plural(orders, 'order update')]
    const yes = await confirm({
      title: nothing ? 'Turn off shadow mode?' : `Send ${parts.filter(Boolean).join(' and ')} to ${name}?`,
      body: nothing
        ? `There is nothing to send now. From now on Motto sends your changes to ${name} automatically.`
        : `Motto sends exactly what is listed here. Shadow mode then turns off, and Motto sends later changes automatically. You can’t undo what ${name} has received.`,
      confirm: nothing ? 'Turn off shadow mode' : `Send to ${name}`,
    })
    if (yes) send.mutate({ params: { integrationId }, body: { list } })
  }
  return (
    <div className="row">
      <Button loading={send.isPending} disabled={computing > 0} onClick={() => void ask()}>
        {nothing ? 'Turn off shadow mode' : `Confirm and send to ${name}`}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="refresh" />}
        loading={refresh.isPending}
        onClick={() => refresh.mutate({ params: { integrationId } })}
      >
        Check again
      </Button>
    </div>
  )
}

function Rejected({ of: { channel, integrationId, manager }, count }: { of: Of; count: number }) {
  const name = markNames[channel]
  const resend = useWrite(resendShadowed, { onSuccess: () => toast.success(`Sending to ${name}`) })
  return (
    <Callout
      tone="danger"
      action={
        manager && (
          <Button
            size="xs"
            variant="default"
            loading={resend.isPending}
            onClick={() => resend.mutate({ params: { integrationId } })}
          >
            Send again
          </Button>
        )
      }
    >
      {name} rejected {plural(count, 'shipment')}. The reasons are below.
    </Callout>
  )
}
