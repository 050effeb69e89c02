import type { AnyEndpoint, CallInput } from '#contract/endpoint.ts'
import { read } from '#web/api.ts'
import { cache } from '#web/cache.ts'

/**
 * A loader that asks for what a page reads first while the page's own script is still on its way; the page then finds it, or waits for the same
 * answer. It holds nothing up, and a failure is the page's to tell. Links that are only pointed at ask for nothing.
 */
export const early =
  <P, E extends AnyEndpoint>(endpoint: E, inputOf: (params: P) => CallInput<E> | null) =>
  ({ params, cause }: { params: P; cause: 'preload' | 'enter' | 'stay' }): void => {
    const input = inputOf(params)
    if (cause === 'preload' || !input) return
    const options = read(endpoint, input)
    if (!cache.getQueryState(options.queryKey)) void cache.prefetchQuery(options)
  }
