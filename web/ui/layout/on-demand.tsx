import { type ComponentType, createElement, useEffect, useReducer } from 'react'
import { toast } from '../dialogs/toast.tsx'

/** By then a page is usable, and what it may need next can come before it is asked for, in milliseconds. */
export const quietMs = 10_000

/**
 * A component whose script comes when it is first drawn or asked for; what has come is drawn at once. `ready` tells whether it is there;
 * where it could not be loaded that was said, and the next one to ask tries again.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>) {
  let here: ComponentType<P> | undefined
  let coming: Promise<ComponentType<P>> | undefined
  const fetched = () => {
    coming ??= load().then(
      (component) => (here = component),
      (error: unknown) => {
        coming = undefined
        throw error
      },
    )
    return coming
  }
  // Only ahead of time: whoever needs it asks again, and is told.
  setTimeout(() => void fetched().catch(() => undefined), quietMs)
  const ready = () =>
    fetched().then(
      () => true,
      () => {
        toast.error('Couldn’t load this part of the page.', 'Check the connection and try again.')
        return false
      },
    )
  function OnDemand(props: P) {
    'use no memo'
    const [, draw] = useReducer((times: number) => times + 1, 0)
    useEffect(() => {
      if (!here) void ready().then(draw)
    }, [])
    return here ? createElement(here, props) : null
  }
  return Object.assign(OnDemand, { ready })
}
