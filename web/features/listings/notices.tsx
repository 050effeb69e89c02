import { Button } from '@mantine/core'
import { descriptionOf } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listProduct, switchOnChannels } from '#contract/listings/listings.ts'
import { priceDoubts } from '#domain/products/price-doubt.ts'
import { toIntegrations, toTemplateListing } from '#web/addresses.ts'
import { useWrite } from '#web/api.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { ConnectButton, useRefreshOnReturn } from '#web/form/channels/connect.tsx'
import { askDoubts } from '#web/form/products/ask-prices.tsx'
import { useMay, whoMay } from '#web/may.tsx'
import { panelAlert } from '#web/ui/dialogs/toast.tsx'
import { money } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import type { Panel } from './listing-state.ts'
import { NotConfigured } from './not-configured.tsx'
import type { Product } from './product.ts'

/** One press to the channel's consent, or its page for what it asks besides. */
const ConnectHere = ({ channel, exists, page }: { channel: ChannelId; exists: boolean; page: string }) => {
  const account = useAccount()
  return (
    <span className="row wrap">
      <ConnectButton channel={channel} exists={exists} integrationId={account} />
      <LinkButton {...toIntegrations(channel, { account })} size="xs" variant="default">
        {page}
      </LinkButton>
    </span>
  )
}

/** What stands in the way of listing on a channel, with the way out; nothing when nothing does (LST-006..LST-011). */
export function ChannelNotice({
  channel,
  panel,
}: {
  channel: ChannelId
  panel: Pick<Panel, 'integrationId' | 'authenticated'> | undefined
}) {
  const name = markNames[channel]
  const mayConnect = useMay('integrations:write')
  useRefreshOnReturn()
  const who = mayConnect ? '' : ` ${whoMay('integrations:write')} can.`
  if (!panel) return <NotConfigured />
  if (panel.integrationId === null) {
    return (
      <Callout tone="warning" action={mayConnect && <ConnectHere channel={channel} exists={false} page="Set up" />}>
        <b>Missing Integration</b>. Connect {name} to publish there.{who}
      </Callout>
    )
  }
  if (!panel.authenticated) {
    return (
      <Callout tone="warning" action={mayConnect && <ConnectHere channel={channel} exists page="Reauthenticate" />}>
        <b>Integration Unauthenticated</b>. Reauthenticate {name} in settings to list there.{who}
      </Callout>
    )
  }
  return null
}

/** A template that does not say yet how it lists on a channel (LST-017), and the way past it for now. */
export function MissingTemplate({
  channel,
  templateId,
  product,
}: {
  channel: ChannelId
  templateId: number
  product: Product
}) {
  const mayList = useMay('listings:write')
  const account = useAccount()
  const list = useWrite(listProduct, {
    quiet: true,
    onSuccess: ({ status }) =>
      status === 'queued'
        ? panelAlert.info(`Still listing on ${markNames[channel]}. You can leave this page.`)
        : panelAlert.success('Successfully listed product.'),
    onError: (error) => panelAlert.error(`Not on ${markNames[channel]} yet.`, error.message),
  })
  const begin = useWrite(switchOnChannels, {
    onSuccess: () => list.mutate({ params: { channel }, body: { productId: product.id, integrationId: account } }),
  })
  const beginHere = async () => {
    if (await askDoubts(priceDoubts(product, money), [markNames[channel]]))
      begin.mutate({
        body: {
          productId: product.id,
          channels: [channel],
          ...(account !== undefined && { integrationIds: [account] }),
        },
      })
  }
  return (
    <Callout
      tone="warning"
      action={
        mayList && (
          <span className="row wrap">
            <Button size="xs" loading={begin.isPending || list.isPending} onClick={() => void beginHere()}>
              Use the defaults and list
            </Button>
            <LinkButton {...toTemplateListing(templateId, channel, { account })} size="xs" variant="default">
              Template Integration
            </LinkButton>
          </span>
        )
      }
    >
      <b>{descriptionOf(channel).missingTemplate ?? 'Missing Template Integration'}</b>. Set up {markNames[channel]}{' '}
      once for all products of this template, or use the defaults, which copy everything from the product.
    </Callout>
  )
}
