import type { ListingChoice } from '#web/form/products/listing-choice.ts'
import type { Schema } from '../editor/schemas.ts'
import { type Panel, type Panels, panelsOf } from '../listing-state.ts'

/** The chosen listing template, or the only one. */
export const schemaOf = (
  schemas: readonly Schema[],
  { schemaId }: Pick<ListingChoice, 'schemaId'>,
): Schema | undefined => schemas.find(({ id }) => id === schemaId) ?? (schemas.length === 1 ? schemas[0] : undefined)

/** The connected accounts of a channel, and of these the chosen one, or the first. */
export function accountsOf(
  of: Panels[keyof Panels],
  { account }: Pick<ListingChoice, 'account'>,
): { accounts: Panel[]; panel: Panel | undefined } {
  const accounts = panelsOf(of).filter(({ authenticated }) => authenticated)
  return { accounts, panel: accounts.find(({ integrationId }) => integrationId === account) ?? accounts[0] }
}
