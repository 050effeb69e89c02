import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { PriceRule } from '#contract/pricing/price-rule.ts'
import { listProducts } from '#contract/products/products.ts'
import { askedPrice } from '#domain/listings/pricing/price-rule.ts'
import { toProduct } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { moneyOf } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from '../integrations.module.css'

type Product = CallReply<typeof listProducts>['data'][number]

const shown = 3

/** What buyers on a channel would see of some of the seller's own products under a price rule, before it is saved. */
export function PriceExamples({ channel, rule }: { channel: ChannelId; rule: PriceRule }) {
  const products = useRead(listProducts, {
    query: { listedOn: [channel], limit: shown, fields: ['id', 'sku', 'title', 'price'] },
  })
  const columns: readonly Column<Product>[] = [
    {
      key: 'product',
      header: 'Product',
      phone: 'title',
      render: ({ id, sku, title }) => (
        <>
          <Link {...toProduct(id)} className="mono">
            {sku}
          </Link>
          <span className={`small subtle ${classes.oneLine}`}>{title}</span>
        </>
      ),
    },
    { key: 'own', header: 'In Motto', align: 'right', render: ({ price }) => moneyOf(price, rule.from) },
    {
      key: 'asked',
      header: `On ${markNames[channel]}`,
      align: 'right',
      render: ({ price }) => (
        <b>{price === null ? '–' : moneyOf(askedPrice(Math.round(price * 100), { ...rule, rule }) / 100, rule.to)}</b>
      ),
    },
  ]
  return (
    <Card title="What buyers see" padded={false}>
      {products.isError && !products.data ? (
        <div className={classes.none}>
          <CouldNotLoad what="Your products" read={products} />
        </div>
      ) : (
        <DataTable
          label="Prices of your products"
          columns={columns}
          rows={products.data?.data}
          rowKey={({ id }) => id}
          expected={shown}
          empty={<p className={classes.none}>Products that are live on {markNames[channel]} appear here.</p>}
        />
      )}
    </Card>
  )
}
