import { ChannelMarks, type MarkId } from '#web/ui/images/channel-mark.tsx'
import type { ListingState } from '#domain/words/states.ts'
import { money, number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import type { IconName } from '#web/ui/images/icons.ts'
import { Logo } from '#web/ui/images/logo.tsx'
import { drawings } from './drawings.tsx'
import classes from './inventory-picture.module.css'

interface Row {
  sku: string
  title: string
  price: number
  quantity: number
  listings: readonly { channel: MarkId; state: ListingState }[]
  /** The first empty field that a channel requires; undefined: ready to list. */
  missing?: string
}

const live = (...channels: MarkId[]) => channels.map((channel) => ({ channel, state: 'live' as const }))

/** Products of the shop that `npm run demo` makes. */
const rows: readonly Row[] = [
  {
    sku: 'NL-CND-018',
    title: 'Lavender Beeswax Candle in Brown Glass, 40 Hours',
    price: 30.95,
    quantity: 12,
    listings: live('ebay', 'shopify'),
  },
  {
    sku: 'NL-MUG-009',
    title: 'Meadow Porcelain Mug, Red, 12 oz',
    price: 18.95,
    quantity: 29,
    listings: live('ebay', 'shopify'),
  },
  {
    sku: 'NL-LNS-012',
    title: 'Tessaro 35mm f/2 Manual Focus Lens, Fujifilm X Mount',
    price: 206.95,
    quantity: 2,
    listings: live('ebay', 'shopify', 'square'),
  },
  {
    sku: 'NL-LNS-020',
    title: 'Tessaro 28mm f/2.8 Manual Focus Lens, Pentax K Mount',
    price: 318.95,
    quantity: 1,
    listings: [{ channel: 'ebay', state: 'refused' }, ...live('square')],
    missing: 'Mount',
  },
  {
    sku: 'NL-TEE-026',
    title: 'Workshop Men’s Henley T-Shirt, Red Cotton, Size L',
    price: 34.95,
    quantity: 42,
    listings: live('ebay'),
  },
  {
    sku: 'NL-LMP-009',
    title: 'Beacon Table Lamp with Green Shade, Marble Base',
    price: 67.95,
    quantity: 23,
    listings: [],
  },
]

/** The inventory as it looks inside, in the reader's theme: built from its parts, so that it stays true. */
export const InventoryPicture = () => (
  <figure className={classes.figure}>
    <div className={classes.window}>
      <div className={classes.bar} aria-hidden="true">
        <Logo height={14} />
        <span className={classes.search}>
          <Icon name="search" size="s" /> Search or run… <kbd>Ctrl K</kbd>
        </span>
      </div>
      <div className={classes.body}>
        <Side />
        <div className={classes.sheet}>
          <div className={classes.title} aria-hidden="true">
            <b>Inventory</b>
            <span className={classes.button}>
              <Icon name="upload" /> Import
            </span>
            <span className={classes.button} data-filled>
              <Icon name="plus" /> New Product
            </span>
          </div>
          <Rows />
        </div>
      </div>
    </div>
    <figcaption>
      The inventory, with products of the sample shop that <code>npm run demo</code> creates.
    </figcaption>
  </figure>
)

const side: readonly (readonly [IconName, string])[] = [
  ['dashboard', 'Dashboard'],
  ['templates', 'Templates'],
  ['inventory', 'Inventory'],
  ['orders', 'Orders'],
  ['plug', 'Integrations'],
  ['analytics', 'Analytics'],
]

const Side = () => (
  <ul className={classes.side} aria-hidden="true">
    {side.map(([icon, label]) => (
      <li key={label} data-on={icon === 'inventory' || undefined}>
        <Icon name={icon} /> {label}
      </li>
    ))}
  </ul>
)

const Rows = () => (
  <table className={classes.table} aria-label="Sample inventory">
    <thead>
      <tr>
        <th>
          <span className="sr-only">Image</span>
        </th>
        <th>SKU</th>
        <th>Title</th>
        <th>Price</th>
        <th>Quantity</th>
        <th>Listings</th>
        <th>Status</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ sku, title, price, quantity, listings, missing }) => (
        <tr key={sku}>
          <td>
            <svg className={classes.thumb} viewBox="0 0 48 48" width="28" height="28" aria-hidden="true">
              {drawings[sku.slice(3, 6)]}
            </svg>
          </td>
          <td className="mono">{sku}</td>
          <td>{title}</td>
          <td>{money(price)}</td>
          <td>{number(quantity)}</td>
          <td>{listings.length > 0 ? <ChannelMarks listings={listings} /> : 'Not listed'}</td>
          <td data-tone={missing ? 'danger' : 'success'}>
            <span>
              <Icon name={missing ? 'alert' : 'check-circle'} /> {missing ? `${missing} is empty` : 'Ready'}
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
