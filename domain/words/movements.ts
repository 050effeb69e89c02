/** What moved stock, by the ledger's reason. */
export const movementReasons: Record<string, string> = {
  created: 'Created',
  edit: 'Edited',
  bulk: 'Bulk edit',
  undo: 'Undone',
  count: 'Counted',
  import: 'Import',
  order: 'Ordered',
  ship: 'Shipped',
  cancel: 'Cancelled',
  return: 'Returned',
  missing: 'Missing at packing',
  damaged: 'Damaged at packing',
  bundle: 'Components changed',
}
