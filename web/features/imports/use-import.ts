import { useQuery } from '@tanstack/react-query'
import { getImport } from '#contract/imports.ts'
import { linkTo, toAdopting, toNewProduct } from '#web/addresses.ts'
import { read } from '#web/api.ts'
import type { Import } from './upload.ts'

/** Events tell how far an import is; this often it is asked for all the same, in milliseconds, should the line be broken. */
const askAgainMs = 2000

export const isBusy = ({ state }: Pick<Import, 'state'>) =>
  state === 'reading' || state === 'planning' || state === 'applying'
export const isOver = ({ state }: Pick<Import, 'state'>) =>
  state === 'done' || state === 'cancelled' || state === 'failed'

/** Where another import is begun. */
export const backOf = ({ kind, integrationId }: Pick<Import, 'kind' | 'integrationId'>) =>
  integrationId === null
    ? kind === 'templates'
      ? linkTo({ to: '/templates/new', search: { method: 'csv' } })
      : toNewProduct(undefined, { method: 'csv' })
    : toAdopting(integrationId, { tab: 'new' })

/** One import, followed while it is at work. */
export const useImport = (id: number) =>
  useQuery({
    ...read(getImport, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? askAgainMs : false),
  })
