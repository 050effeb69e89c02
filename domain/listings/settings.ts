import type { ListSettings } from '#contract/listings/listings.ts'

/**
 * The three switches of a listing after one or more were pressed (LST-064..LST-070): Sync switches List on and Sync Quantity off,
 * Sync Quantity switches List on and Sync off (LST-075), List off switches both off. What is listed keeps its quantity in step: without
 * it a channel goes on selling what is gone. So List on, or Sync off, switches Sync Quantity on, unless it is switched off itself.
 */
export function switched(now: ListSettings, change: Partial<ListSettings>): ListSettings {
  let { list, sync, syncQuantity } = now
  if (change.list !== undefined) list = change.list
  if (change.list === false) return { list, sync: false, syncQuantity: false }
  if (change.sync !== undefined) sync = change.sync
  if (change.syncQuantity !== undefined) syncQuantity = change.syncQuantity
  if (change.sync) {
    list = true
    syncQuantity = false
  } else if (change.syncQuantity) {
    list = true
    sync = false
  } else if (change.syncQuantity === undefined && ((!now.list && list) || (now.sync && !sync))) syncQuantity = !sync
  return list ? { list, sync, syncQuantity } : { list, sync: false, syncQuantity: false }
}

/** Whether what a listing's channel shows follows our stock by itself. */
export const isKeptInStep = ({ sync, syncQuantity }: ListSettings): boolean => sync || syncQuantity
