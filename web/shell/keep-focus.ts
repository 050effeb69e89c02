import { useEffect } from 'react'

/** So many places are remembered, and those under a dialog besides: who closes it comes back, however often they pressed Tab in it. */
const remembered = 12
/** Whoever moves the focus on purpose does it within this time, in milliseconds; so does a closing dialog. */
const patienceMs = 60

interface Place {
  element: HTMLElement
  /** What stood around it, from the inside out: it may be gone from there meanwhile. */
  around: readonly HTMLElement[]
}

function ancestors(element: HTMLElement): HTMLElement[] {
  const elements: HTMLElement[] = []
  for (let at = element.parentElement; at && at !== document.body && at.id !== 'root'; at = at.parentElement)
    elements.push(at)
  return elements
}

/** Where the focus went for what stood there: once nothing does, the ring is around nothing. */
const refuges = new WeakSet<Element>()
const isEmptied = (element: Element) => refuges.has(element) && !element.hasChildNodes()
const isThere = (element: HTMLElement) => element.isConnected && !element.matches(':disabled') && !isEmptied(element)
/** Asks for the layout, so not to be asked at every change of the page. */
const canHold = (element: HTMLElement) => isThere(element) && element.getClientRects().length > 0
/** Disabled only as long as its work takes. */
const isBusy = (element: HTMLElement) => element.isConnected && element.matches('[data-loading]')

/** Where the focus goes when what had it is gone: back to what had it before nearby, else to what stood around. */
export function refuge(places: readonly Place[]): HTMLElement | undefined {
  for (const { around } of places) {
    const nearest = around.find(
      (element) =>
        element.hasChildNodes() &&
        canHold(element) &&
        element.closest('#root, [aria-modal="true"]') &&
        !element.closest('#overlays'),
    )
    if (!nearest) continue
    return places.find(({ element }) => canHold(element) && nearest.contains(element))?.element ?? nearest
  }
  return document.getElementById('main') ?? undefined
}

function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    refuges.add(element)
    const leave = () => {
      element.removeAttribute('tabindex')
      refuges.delete(element)
    }
    element.addEventListener('blur', leave, { once: true })
  }
  element.focus({ preventScroll: true })
}

/** Keeps whoever works without a mouse from being thrown back to the top when the button they pressed goes away or is disabled. */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: Place[] = []
    let lost = false
    let timer = 0
    const remember = ({ target }: FocusEvent) => {
      lost = false
      if (!(target instanceof HTMLElement)) return
      const around = ancestors(target)
      // Outermost stands the page, or what stands over it.
      const layer = around.at(-1)
      places = [
        { element: target, around },
        ...places.filter((place, n) => n < remembered || (place.around.at(-1) !== layer && place.element.isConnected)),
      ]
    }
    const restore = () => {
      const [last] = places
      const holder = document.activeElement
      const somebodyHasIt = holder !== document.body && holder !== null && !isEmptied(holder)
      // Also the button of a menu, or of a question, that is busy with what was chosen there.
      const rest = places.find(({ element }) => element.isConnected)
      if (somebodyHasIt || !last || (rest && isBusy(rest.element))) return
      const element = canHold(last.element) ? last.element : refuge(places)
      if (element) focusOn(element)
    }
    const look = () => {
      const [last] = places
      if (!last || (!lost && isThere(last.element))) return
      lost = true
      clearTimeout(timer)
      timer = window.setTimeout(restore, patienceMs)
    }
    /** Whoever presses beside everything takes the focus away on purpose. */
    const forget = () => {
      lost = false
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
      clearTimeout(timer)
    }
  }, [])
}
