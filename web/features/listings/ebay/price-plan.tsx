import { Button } from '@mantine/core'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type Pricing, standardPricing } from '#contract/channels/pricing.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { undoChangeSet } from '#contract/changes/changes.ts'
import { listProduct } from '#contract/listings/listings.ts'
import { pricePlan, restartPricing } from '#contract/pricing/pricing.ts'
import { isPriced } from '#domain/listings/pricing/pricing.ts'
import { stepWords } from '#domain/listings/pricing/words.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { useMay } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import { date, dateTime, moneyOf, once } from '#web/ui/format.ts'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './pricing.module.css'

type Plan = NonNullable<CallReply<typeof pricePlan>>

const weekday = once(() => new Intl.DateTimeFormat('en-US', { weekday: 'long' }))
/** `Thursday, Nov 26, 2026` */
const dayOf = (at: string | Date) => `${weekday().format(new Date(at))}, ${date(at)}`

const key = (pricing: Partial<Pricing>) =>
  Object.entries({ ...standardPricing, ...pricing, lastReduced: '' })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .join()
const same = (a: Pricing, b: Plan['configuration'] | undefined) => !!b && key(a) === key(b)

/** What becomes of this listing's price, and the way back to its maximum. @param pricing as it stands on the page */
export function PricePlan({
  productId,
  channel,
  pricing,
}: {
  productId: number
  channel: ChannelId
  pricing: Pricing
}) {
  const integrationId = useAccount()
  const { data: plan, isPending, isError, error } = useRead(pricePlan, { query: { productId, channel, integrationId } })
  const undo = useWrite(undoChangeSet)
  const restart = useWrite(restartPricing, {
    onSuccess: ({ changeSetId: id }) => toast.undo('Restarted from Max Price.', () => undo.mutate({ params: { id } })),
  })
  const relist = useWrite(listProduct, { onSuccess: () => toast.success(`Listed again on ${markNames[channel]}.`) })
  const again = { params: { channel }, body: { productId, integrationId } }
  const may = useMay('listings:write')
  if (!isPriced(pricing) && !plan?.configuration) return null
  if (isPending) return <FormSkeleton fields={1} label="Loading price schedule" />
  if (isError) return <Callout tone="danger">Price schedule could not be loaded: {error.message}</Callout>
  const isSaved = same(pricing, plan?.configuration)
  return (
    <div className="stack">
      {plan && isSaved && <Saved plan={plan} />}
      {plan?.over && isSaved && (
        <Callout
          action={
            may && (
              <Button size="xs" loading={relist.isPending} onClick={() => relist.mutate(again)}>
                Relist
              </Button>
            )
          }
        >
          This auction ended on {markNames[channel]}. It won’t be relisted automatically.
        </Callout>
      )}
      {plan?.live && !isSaved && <Callout>Save to see the price schedule.</Callout>}
      {pricing.reducePrice && !plan?.live && <Callout>Price Reduction will start when product is listed.</Callout>}
      {may && (
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={!pricing.reducePrice || !plan?.configuration?.reducePrice || !plan.live}
            loading={restart.isPending}
            onClick={() => restart.mutate({ body: { productId, channel, integrationId } })}
          >
            Restart from Max Price
          </Button>
        </div>
      )}
    </div>
  )
}

function Saved({ plan }: { plan: Plan }) {
  const { configuration: c, steps, currency } = plan
  const price = (value: number) => moneyOf(value, currency)
  const [next, ...then] = steps
  if (!c) return null
  return (
    <div role="group" aria-label="Price schedule" className={classes.example}>
      <Facts>
        <dt>{c.listAuction ? 'Begins at' : 'Now'}</dt>
        <dd>{price(plan.now)}</dd>
        <dt>Product’s price</dt>
        <dd>{price(plan.own)}</dd>
        {c.reducePrice && !c.listAuction && (
          <>
            <dt>Lowest</dt>
            <dd>{price(plan.floor)}</dd>
            <dt>Last Reduced</dt>
            <dd>{c.lastReduced ? `${dateTime(c.lastReduced)} (${plan.reductions}×)` : 'Not yet'}</dd>
          </>
        )}
        {c.listAuction && (
          <>
            <dt>Listed again</dt>
            <dd>
              {plan.auctions} of {c.relistAuction}
            </dd>
          </>
        )}
      </Facts>
      {next ? (
        <p>
          <b>
            Next: {stepWords(next.act, price(next.price))} on {dayOf(next.at)}
          </b>
        </p>
      ) : (
        plan.live && <p className="subtle">No more scheduled changes.</p>
      )}
      {then.length > 0 && (
        <ol aria-label="And then">
          {then.map(({ act, at, price: value }) => (
            <li key={`${act} ${String(at)}`}>
              {dayOf(at)}: {stepWords(act, price(value))}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
