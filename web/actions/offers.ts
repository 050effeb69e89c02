import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ActionId } from './all.ts'

/** An action that the page on screen can start at once. */
export interface Offer {
  action: ActionId
  /** Its name with the object that is on screen: "Delete TEE-1". */
  name?: string
  run: () => void
}
/** Offers of one page, under a heading such as "This product". */
export interface OfferGroup {
  heading: string
  offers: readonly Offer[]
}

let groups: readonly OfferGroup[] = []
const listeners = new Set<() => void>()
const set = (next: readonly OfferGroup[]) => {
  groups = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Offers a page's own actions in the palette while the page is on screen; what runs is always their newest form. */
export function useOffers(heading: string, offers: readonly Offer[]): void {
  const latest = useRef(offers)
  useEffect(() => {
    latest.current = offers
  })
  const shown = offers.map(({ action, name = '' }) => `${action} ${name}`).join('\n')
  useEffect(() => {
    const runLatest = (action: ActionId) => latest.current.find((offer) => offer.action === action)?.run()
    const group = {
      heading,
      offers: latest.current.map((offer) => ({ ...offer, run: () => runLatest(offer.action) })),
    }
    set([...groups, group])
    return () => set(groups.filter((other) => other !== group))
  }, [heading, shown])
}

export const useOffered = (): readonly OfferGroup[] => useSyncExternalStore(subscribe, () => groups)
