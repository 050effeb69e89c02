import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listProduct } from '#contract/listings.ts'
import { useWrite } from '#web/api.ts'
import type { ApiError } from '#web/call.ts'
import { useMay } from '#web/may.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import { Bar } from '#web/ui/skeleton.tsx'
import { ToneList } from '#web/ui/tone-list.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Findings } from './findings.tsx'
import { useUnlist } from '../list/listing-actions.tsx'
import type { Panel } from '../listing-state.ts'
import type { Product } from './publish-panel.tsx'
import type { Check } from './rule-lines.tsx'
import type { ListingDraft } from '../editor/use-listing-draft.ts'

interface Props {
  product: Product
  channel: ChannelId
  panel: Panel
  draft: ListingDraft
  check: UseQueryResult<Check, ApiError>
}

/** What the channel would refuse, each with the way to its field, and the button that lists. */
export function PreflightCard({ product, channel, panel, draft, check }: Props) {
  const name = markNames[channel]
  const listing = panel.listingProduct
  const about = `${channel} ${product.id}`
  const mayList = useMay('listings:write')
  const errors = Object.entries(check.data?.errors ?? {})
  const warnings = Object.entries(check.data?.warnings ?? {})
  const list = useWrite(listProduct, {
    quiet: true,
    onSuccess: ({ status, warnings: told }) => {
      if (status === 'queued') toast.info(`Still listing on ${name}. You can leave this page.`)
      else toast.success('Successfully listed product.', { detail: `${product.sku} on ${name}`, about })
      if (told.length) toast.info(told.map((warning) => warning.message).join(' '))
    },
    onError: (error) => toast.error(`${name} refused this listing.`, error.message, undefined, about),
  })
  const publish = async () => {
    if (draft.dirty || !listing) await draft.save()
    await list.mutateAsync({ params: { channel }, body: { productId: product.id } })
  }
  const left = draft.missing
    ? draft.missing
    : draft.dirty || !listing
      ? 'Saves, checks and lists.'
      : errors.length
        ? `${errors.length} to fix before it can go live`
        : listing.externalId
          ? 'Ready to send'
          : 'Ready to go live'
  return (
    <Card
      title="Preflight"
      padded={false}
      actions={
        <span className="small subtle">
          {draft.dirty ? 'as last saved' : check.isFetching ? 'checking' : listing ? 'checked just now' : ''}
        </span>
      }
      footer={
        mayList && (
          <>
            <span className="small subtle grow">{left}</span>
            {listing?.externalId && <UnlistButton listing={listing} />}
            <Button
              loading={list.isPending || draft.saving}
              disabled={Boolean(draft.missing) || (!draft.dirty && errors.length > 0)}
              onClick={() => void publish().catch(() => undefined)}
            >
              {listing?.externalId ? `Update on ${name}` : `List on ${name}`}
            </Button>
          </>
        )
      }
    >
      <ToneList>
        {!listing && (
          <li>
            <Icon name="help" />
            <span className="grow">
              <b>Not checked yet</b>
              <small>
                {mayList
                  ? 'Choose above, then list: everything is checked before it is sent.'
                  : 'It is checked before it is sent.'}
              </small>
            </span>
          </li>
        )}
        {listing && check.isPending && (
          <li style={{ minHeight: 130 }}>
            <Bar width="80%" />
          </li>
        )}
        {check.isError && (
          <li>
            <Callout
              tone="danger"
              action={
                <Button size="xs" variant="default" onClick={() => void check.refetch()}>
                  Try again
                </Button>
              }
            >
              {check.error.message}
            </Callout>
          </li>
        )}
        <Findings
          check={check.data}
          place={{ productId: product.id, templateId: product.templateId, channel, inTemplate: Boolean(draft.schema) }}
        />
        {check.data && !errors.length && (
          <li data-tone="success">
            <Icon name="check-circle" />
            <span className="grow">
              <b>{warnings.length ? 'Everything required is there' : 'All checks passed'}</b>
              <small>Words, pictures, price, quantity and {name}'s own rules.</small>
            </span>
          </li>
        )}
      </ToneList>
    </Card>
  )
}

function UnlistButton({ listing }: { listing: NonNullable<Panel['listingProduct']> }) {
  const { ask, busy } = useUnlist(listing)
  return (
    <Button variant="subtle" loading={busy} onClick={() => void ask()}>
      Unlist
    </Button>
  )
}
