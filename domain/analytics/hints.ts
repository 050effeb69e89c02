/** What each figure means, in the words of docs/analytics.md. */
export const hints = {
  'Total Sales': 'What buyers paid in all: items, shipping and tax. Cancelled orders do not count.',
  Net: 'Sales minus fees, tax, etc.',
  'Avg. Order Value': 'Total sales divided by orders.',
  'Median Order': 'Half of the orders came to less, half to more.',
  Orders: 'Orders that were not cancelled.',
  'Items Sold': 'Pieces in these orders.',
  'Items / Order': 'Items sold divided by orders.',
  'Median Sell-Through': "Days from a product's creation to its sale; half of the sold items took less.",
  Health: 'Net as a share of total sales.',
} as const
