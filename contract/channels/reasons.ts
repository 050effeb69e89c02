/** Why money is given back, for channels that know no reasons of their own: what is said stands in the refund's note. */
export const refundReasons = ['Customer asked', 'Returned', 'Damaged', 'Out of stock', 'Other'].map((reason) => ({
  value: reason,
  label: reason,
}))
