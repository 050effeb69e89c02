import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirm } from './confirm.tsx'

interface Step {
  action: string
  current: { pathname: string }
  next: { pathname: string }
}

const guarded = new Set<() => boolean>()

/** Whether leaving the page would lose something. */
export const hasUnsaved = (): boolean => [...guarded].some((unsaved) => unsaved())

/**
 * Has somebody asked before what is unsaved is left. Once it was agreed to, the next page may be a while in coming; going somewhere else meanwhile asks
 * nothing a second time.
 * @param asks whether this step leaves what is unsaved
 * @param sure asks; true: it may go
 */
export function useGuard(unsaved: () => boolean, asks: (step: Step) => boolean, sure: () => Promise<boolean>): void {
  const router = useRouter()
  useEffect(() => {
    guarded.add(unsaved)
    return () => void guarded.delete(unsaved)
  }, [unsaved])
  useBlocker({
    shouldBlockFn: async (step) => {
      const shown = router.stores.resolvedLocation.get()?.pathname
      const isLeaving = shown !== undefined && shown !== step.current.pathname
      return !isLeaving && unsaved() && asks(step) && !(await sure())
    },
    enableBeforeUnload: unsaved,
  })
}

/** Asks before the page is left while something is unsaved; `what` will be lost. */
export function useLeaveGuard(dirty: boolean, what: string): void {
  useGuard(
    () => dirty,
    ({ current, next }) => current.pathname !== next.pathname,
    () =>
      confirm({
        title: 'Leave without saving?',
        body: `${what} will be lost.`,
        confirm: 'Leave',
        cancel: 'Stay',
        danger: true,
        loses: true,
      }),
  )
}
