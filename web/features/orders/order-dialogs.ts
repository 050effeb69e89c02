/** The dialogs of an order's page, as its address names them. */
export const orderDialogs = ['shipping', 'edit', 'payment', 'return', 'refund', 'cancel'] as const
export type OrderDialog = (typeof orderDialogs)[number]
