import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Area } from '#contract/endpoint.ts'
import { ApiError, messageOf } from './call.ts'
import { clearSession, forgetSession, sessionUser } from './session.ts'
import { hasUnsaved } from './ui/dialogs/leave-guard.ts'
import { toast } from './ui/dialogs/toast.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { changes?: readonly Area[]; quiet?: boolean; name?: string }
  }
}

/** A session that the server no longer knows ends here too; the guards then lead to /login and back. What is unsaved stays, and is saved after a login elsewhere. */
const sessionIsOver = (error: unknown): boolean => {
  const over = error instanceof ApiError && error.code === 'unauthenticated'
  if (over && hasUnsaved()) tellSignedOut()
  else if (over && sessionUser()) forgetSession()
  return over
}

function tellSignedOut(): void {
  // Otherwise /login would find somebody signed in.
  clearSession()
  toast.error('You have been signed out.', 'Your changes are still here. Log in again in another tab, then save.', {
    label: 'Log In',
    run: () => void window.open('/login', '_blank', 'noopener'),
  })
}

/** An admin asks everyone for two-factor sign-in from now on: to where it is set up, which says so itself. */
function isClosed(error: unknown): boolean {
  const closed = error instanceof ApiError && error.code === 'second_factor_setup_required'
  if (closed && location.pathname !== '/account') location.assign('/account')
  return closed
}

/** Leads to where one goes on from here, if that is what the failure asks for. */
export const isHeeded = (error: unknown): boolean => sessionIsOver(error) || isClosed(error)

/** One write of one thing: what failed for it is no longer true once it has worked. */
const aboutOf = (name: string | undefined, input: unknown) =>
  `${name} ${JSON.stringify((input as { params?: unknown } | undefined)?.params ?? null)}`

const belongsTo = (key: QueryKey, areas: readonly Area[]) =>
  Array.isArray(key[0]) && key[0].some((area: Area) => areas.includes(area))

/** Fetches every read of these areas anew: at once what is on the screen, the rest when it is next looked at. */
export const refresh = (areas: readonly Area[]): Promise<void> =>
  cache.invalidateQueries({ predicate: (query) => belongsTo(query.queryKey, areas) })

export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A page without data shows the failure itself; a page with older data stays and says so.
      // Without a network the banner says so once, for all of them.
      if (!isHeeded(error) && query.state.data !== undefined && navigator.onLine) toast.error(messageOf(error))
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (_data, input, _context, mutation) => {
      toast.forget(aboutOf(mutation.meta?.name, input))
      return refresh(mutation.meta?.changes ?? [])
    },
    onError: (error, input, _context, mutation) => {
      if (!sessionIsOver(error) && !mutation.meta?.quiet)
        toast.error(messageOf(error), undefined, undefined, aboutOf(mutation.meta?.name, input))
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a network a page says so, instead of waiting behind a skeleton; it is read anew once the line stands again.
      networkMode: 'always',
      retry: (failures, error) =>
        navigator.onLine && failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
    mutations: { retry: false },
  },
})
