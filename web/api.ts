import { useDeferredValue, useRef } from 'react'
import { queryOptions, useMutation, useQuery, type UseMutationOptions } from '@tanstack/react-query'
import type { AnyEndpoint, CallInput, CallReply } from '#contract/endpoint.ts'
import { areasOf } from './areas.ts'
import { type ApiError, call } from './call.ts'
import { isKeepable } from './offline/keepable.ts'
import { write } from './offline/kept-writes.ts'

/** What one read is called in the cache: its areas, its endpoint, what was asked. */
export const keyOf = <E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>) =>
  [areasOf(endpoint.path), `${endpoint.method} ${endpoint.path}`, input ?? null] as const

/** A read as query options, for `useQuery`, `useQueries`, or `cache.ensureQueryData` in a loader. */
export const read = <E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>) =>
  queryOptions<CallReply<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })

interface ReadOptions {
  enabled?: boolean
  /** Keeps the last page on the screen while the next one is on its way. */
  keepPrevious?: boolean
}

/** Reads an endpoint; refetches when one of its areas changes. */
export function useRead<E extends AnyEndpoint>(
  endpoint: E,
  input?: CallInput<E>,
  { enabled, keepPrevious }: ReadOptions = {},
) {
  const now = useQuery({
    ...read(endpoint, input),
    enabled,
    placeholderData: keepPrevious ? (previous) => previous : undefined,
  })
  // What comes first fills a page: drawn as deferred work, in pieces, so that keys and clicks are answered in between.
  const drawn = useDeferredValue(now)
  return drawn.data === undefined && drawn.isPending && now.data !== undefined ? drawn : now
}

/**
 * Whether something is to be drawn only later, as one of these first answers is still on its way. What failed, or waits for the network, is not
 * waited for, nor what is tried again: its part of the page says so, and the others stand.
 */
export const isAwaited = (...reads: readonly { isLoading: boolean; isFetched: boolean }[]): boolean =>
  reads.some(({ isLoading, isFetched }) => isLoading && !isFetched)

interface WriteOptions<E extends AnyEndpoint>
  extends Pick<
    UseMutationOptions<CallReply<E>, ApiError, CallInput<E>>,
    'onSuccess' | 'onError' | 'onSettled' | 'scope'
  > {
  /** The caller shows the failure itself; otherwise the server's message becomes a toast. */
  quiet?: boolean
  /** The second click of a double click comes before the button is busy: it is not sent. */
  once?: boolean
}

/**
 * Calls a writing endpoint, then refetches the areas in its `changes`. Without a network, what changes records is kept in the
 * browser and answers when it was sent; all else waits in this page.
 */
export function useWrite<E extends AnyEndpoint>(endpoint: E, { quiet, once, ...handlers }: WriteOptions<E> = {}) {
  const isUnderway = useRef(false)
  const mutation = useMutation<CallReply<E>, ApiError, CallInput<E>>({
    mutationFn: (input) => write(endpoint, input),
    networkMode: isKeepable(endpoint) ? 'always' : 'online',
    meta: { changes: endpoint.changes, quiet, name: `${endpoint.method} ${endpoint.path}` },
    ...handlers,
    onSettled: (...settled) => {
      isUnderway.current = false
      return handlers.onSettled?.(...settled)
    },
  })
  if (!once) return mutation
  const mutate: typeof mutation.mutate = (...input) => {
    if (isUnderway.current) return
    isUnderway.current = true
    mutation.mutate(...input)
  }
  return { ...mutation, mutate }
}
