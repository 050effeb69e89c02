import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { queryOf } from '../call.ts'
import { parseSearch } from '../search.ts'
import { routeTree } from './tree.tsx'

/** The router of all pages inside the shell. @param history another than the browser's own, for tests */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch: queryOf,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // A skeleton comes after 200 ms and then stays long enough to be seen as one.
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
  })
