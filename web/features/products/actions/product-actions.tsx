import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { channelIds, channelNames } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listToChannels, switchOnChannels } from '#contract/listings/listings.ts'
import { namesOf } from '#domain/products/history/live.ts'
import { priceDoubts } from '#domain/products/price-doubt.ts'
import { useOffers } from '#web/actions/offers.ts'
import { useWrite } from '#web/api.ts'
import { call } from '#web/call.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { useOneAtATime } from '#web/form/one-at-a-time.ts'
import { askDoubts } from '#web/form/products/ask-prices.tsx'
import { useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { money } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { joinSkus } from '#web/ui/inputs/sku-list.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { useUnsaved } from '#web/ui/dialogs/save-bar.tsx'
import { useOpened } from '../page/editor.ts'
import classes from '../page/products.module.css'
import { MoreMenu } from './more-menu.tsx'

const DuplicateDialog = onDemand(async () => (await import('./duplicate-dialog.tsx')).DuplicateDialog)
const AskDelete = onDemand(async () => (await import('./delete-button.tsx')).AskDelete)
const ConvertDialog = onDemand(async () => (await import('./convert-dialog.tsx')).ConvertDialog)

/** Right of the product's name: order, convert, duplicate, save, list; each for whoever may do it. */
export function ProductActions() {
  const { product, editor } = useOpened()
  const mayEdit = useMay('products:write')
  const mayList = useMay('listings:write')
  const mayOrder = useMay('orders:write')
  const onProductTab = useLocation({ select: ({ pathname }) => /^\/product\/\d+\/?$/.test(pathname) })
  const [copying, setCopying] = useState(false)
  const [converting, setConverting] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { list, listing } = useListing()
  const copy = () => setCopying(true)
  const live = product.liveOn.map((channel) => channelNames[channel])
  /** A live listing belongs to the listing setup of its template. */
  const obstacle = live.length > 0 ? `unlist it from ${namesOf(live)} first` : undefined
  const convert = async () => {
    if (await editor.save()) setConverting(true)
  }
  useOffers('This product', [
    { action: 'listProduct', name: `List ${product.sku}`, run: list },
    { action: 'duplicateProduct', name: `Duplicate ${product.sku}`, run: copy },
    ...(obstacle === undefined
      ? [{ action: 'changeTemplate', name: `Change template of ${product.sku}`, run: () => void convert() } as const]
      : []),
    { action: 'deleteProduct', name: `Delete ${product.sku}`, run: () => setDeleting(true) },
  ])
  if (!mayEdit && !mayOrder && !mayList) return null
  return (
    <div className={classes.actions}>
      {mayOrder && (
        <Button
          variant="subtle"
          className={classes.sign}
          leftSection={<Icon name="orders" />}
          renderRoot={(props) => <Link {...props} to="/orders/new" search={{ items: joinSkus([product.sku]) }} />}
        >
          Create an order<span className="sr-only"> with this product</span>
        </Button>
      )}
      {mayEdit && (
        <>
          <Button variant="subtle" className={classes.sign} leftSection={<Icon name="copy" />} onClick={copy}>
            Duplicate
          </Button>
          <MoreMenu obstacle={obstacle} onConvert={() => void convert()} />
        </>
      )}
      <div className={classes.primary}>
        {mayEdit && onProductTab && <Unsaved />}
        {mayList && (
          <Button variant={editor.dirty ? 'default' : 'filled'} loading={listing} onClick={list}>
            List
          </Button>
        )}
        {mayEdit && onProductTab && (
          <Button
            variant={editor.dirty ? 'filled' : 'default'}
            disabled={!editor.dirty}
            loading={editor.saving}
            onClick={() => void editor.save()}
          >
            Save
          </Button>
        )}
      </div>
      {copying && <DuplicateDialog product={product} onClose={() => setCopying(false)} />}
      {deleting && <AskDelete product={product} onClose={() => setDeleting(false)} />}
      {converting && <ConvertDialog product={product} onClose={() => setConverting(false)} />}
    </div>
  )
}

/** What was changed and not saved, and the way back. Stands where the page’s name does, so that nothing floats over its fields. */
function Unsaved() {
  const { editor } = useOpened()
  const summary = `Unsaved changes: ${editor.summary}`
  useUnsaved(editor.dirty, summary, editor.dirty && !editor.saving ? () => void editor.save() : undefined)
  if (!editor.dirty) return null
  return (
    <div className={classes.unsaved} role="region" aria-label="Unsaved changes">
      <span
        role="status"
        title={editor.problem ?? editor.summary}
        data-problem={editor.problem !== undefined || undefined}
      >
        <span className="sr-only">Unsaved changes: </span>
        {editor.summary}
        {editor.problem && <span className={classes.problem}> {editor.problem}</span>}
      </span>
      <Button variant="subtle" disabled={editor.saving} onClick={editor.discard}>
        Discard
      </Button>
    </div>
  )
}

type Results = CallReply<typeof listToChannels>
const notListed = 'Encountered Error listing to channels'

/** Lists on every channel that is switched on, after saving what is open; each refusal names the channel, its reason and the way to the field. */
function useListing() {
  const { product, editor } = useOpened()
  const navigate = useNavigate()
  const { nameOf } = useAccounts()
  const toField = (channel: string, field?: string, account?: number) =>
    void navigate({
      to: '/product/$productId/publish/{-$channel}',
      params: { productId: String(product.id), channel },
      search: { account },
      hash: field,
    })
  const write = useWrite(listToChannels, {
    quiet: true,
    onError: (error) => toast.error(notListed, error.message),
    onSuccess: (results: Results) => {
      toast.forget(notListed)
      const answered = channelIds.flatMap((channel) => {
        const of = results[channel]
        return of ? [of, ...of.others].map((listing) => ({ ...listing, channel })) : []
      })
      if (answered.length === 0) return void offerChannels()
      for (const { channel, integrationId, status, reason, fields, warnings } of answered) {
        const account = nameOf(integrationId)
        const name = [channelNames[channel], account].filter(Boolean).join(' ')
        if (status === 'fulfilled') {
          toast.success(`Listed on ${name}.`)
          if (warnings.length > 0) toast.warning(`${name}: ${warnings.join(' ')}`)
        } else if (status === 'queued')
          toast.info(`Still waiting for ${name}. Motto keeps trying, so you can leave this page.`)
        else
          toast.error(`${name}: ${reason}`, Object.values(fields)[0], {
            label: 'Show the field',
            run: () => toField(channel, Object.keys(fields)[0], account ? integrationId : undefined),
          })
      }
    },
  })
  const switchOn = useWrite(switchOnChannels, { onSuccess: () => write.mutate({ body: { productId: product.id } }) })
  /** No channel is switched on: all that are connected can be, or one can be connected. */
  const offerChannels = async () => {
    const integrations = await call(listIntegrations)
    const connected = channelIds.filter((channel) => integrations[channel]?.authenticated)
    const names = connected.map((channel) => channelNames[channel]).join(' and ')
    if (connected.length === 0) {
      const yes = await confirm({
        title: 'Connect a channel first?',
        body: 'No channels connected. Connect one now; your product will be here when you’re done.',
        confirm: 'Connect a channel',
      })
      return yes
        ? navigate({ to: '/integrations/{-$channel}/{-$tab}', params: { channel: undefined, tab: undefined } })
        : undefined
    }
    const yes = await confirm({
      title: `List on ${names}?`,
      body: `This product has no channels yet. Motto will use default listing settings where its template has none.`,
      confirm: `List on ${names}`,
    })
    if (yes) switchOn.mutate({ body: { productId: product.id, channels: connected } })
  }
  const once = useOneAtATime()
  const list = async () => {
    if (!(await editor.save())) return
    // What is live already, or was changed just now, was asked about when its price changed.
    const mustConfirm = product.liveOn.length > 0 || editor.doubts.length > 0
    if (!mustConfirm && !(await askDoubts(priceDoubts(editor.draft, money), ['the channels you list on']))) return
    toast.info('Listing to channels...')
    // A refusal is told by the write itself.
    await write.mutateAsync({ body: { productId: product.id } }).catch(() => undefined)
  }
  return { list: () => void once(list), listing: write.isPending || switchOn.isPending }
}
