/** What an endpoint can be told of, in the order in which people choose: a sentence each. */
export const webhookEvents = {
  'product.created': 'A product was created by a person, an import or a token',
  'product.changed': 'Details, price, images or variations of a product changed',
  'product.deleted': 'A product was deleted',
  'stock.changed': 'On hand, reserved or available stock of a SKU changed, with the cause',
  'listing.published': 'A listing went live on a channel, or an existing one was linked',
  'listing.ended': 'A live listing was unlisted or ended',
  'listing.failed': 'A channel or Motto rejected a listing',
  'order.received': 'An order came in from a channel or was entered by hand',
  'order.changed': 'An order changed in a way that no other event covers',
  'order.shipped': 'An order was shipped, partly or completely',
  'order.refunded': 'Money of an order went back to the buyer',
  'order.cancelled': 'An order was cancelled',
  'import.finished': 'An import of a file or from a channel was done or failed',
} as const
export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]
