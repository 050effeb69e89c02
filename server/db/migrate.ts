import pg from 'pg'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import { up as foundation } from './migrations/0001-foundation.ts'
import { up as productList } from './migrations/0002-product-list.ts'
import { up as changeSets } from './migrations/0003-change-sets.ts'
import { up as views } from './migrations/0004-views.ts'
import { up as imports } from './migrations/0005-imports.ts'
import { up as openOrders } from './migrations/0006-open-orders.ts'
import { up as channelAccounts } from './migrations/0007-channel-accounts.ts'
import { up as remotePictures } from './migrations/0008-remote-pictures.ts'
import { up as find } from './migrations/0009-find.ts'
import { up as dashboard } from './migrations/0010-dashboard.ts'
import { up as symbols } from './migrations/0011-symbols.ts'
import { up as keptInStep } from './migrations/0012-kept-in-step.ts'
import { up as firstHour } from './migrations/0013-first-hour.ts'
import { up as invitationIds } from './migrations/0014-invitation-ids.ts'
import { up as heldUp } from './migrations/0015-held-up.ts'
import { up as notifications } from './migrations/0016-notifications.ts'
import { up as skusOfLists } from './migrations/0017-skus-of-lists.ts'
import { up as listingStock } from './migrations/0018-listing-stock.ts'
import { up as drift } from './migrations/0019-drift.ts'
import { up as trackingUntold } from './migrations/0020-tracking-untold.ts'
import { up as orderDocuments } from './migrations/0021-order-documents.ts'
import { up as listingDebts } from './migrations/0022-listing-debts.ts'
import { up as channelQuotas } from './migrations/0023-channel-quotas.ts'
import { up as accounts } from './migrations/0024-accounts.ts'
import { up as liveAccounts } from './migrations/0025-live-accounts.ts'
import { up as orderMeaning } from './migrations/0026-order-meaning.ts'
import { up as accountFacts } from './migrations/0027-account-facts.ts'
import { up as adopting } from './migrations/0028-adopting.ts'
import { up as pendingOrders } from './migrations/0029-pending-orders.ts'
import { up as partitionKeys } from './migrations/0030-partition-keys.ts'
import { up as barcodes } from './migrations/0031-barcodes.ts'
import { up as stockSharing } from './migrations/0032-stock-sharing.ts'
import { up as commonSettings } from './migrations/0033-common-settings.ts'
import { up as webhookAddresses } from './migrations/0034-webhook-addresses.ts'
import { up as listingSchemas } from './migrations/0035-listing-schemas.ts'
import { up as soldLately } from './migrations/0036-sold-lately.ts'
import { up as makeProducts } from './migrations/0037-make-products.ts'
import { up as templateLibrary } from './migrations/0038-template-library.ts'
import { up as priceRules } from './migrations/0039-price-rules.ts'
import { up as dynamicMappings } from './migrations/0040-dynamic-mappings.ts'
import { up as ruleChanges } from './migrations/0041-rule-changes.ts'
import { up as valueMappings } from './migrations/0042-value-mappings.ts'
import { up as salesSums } from './migrations/0043-sales-sums.ts'
import { up as waitingLines } from './migrations/0044-waiting-lines.ts'
import { up as channelProofs } from './migrations/0045-channel-proofs.ts'
import { up as parcelSizes } from './migrations/0046-parcel-sizes.ts'
import { up as pricing } from './migrations/0047-pricing.ts'
import { up as packing } from './migrations/0048-packing.ts'
import { up as sentPieces } from './migrations/0049-sent-pieces.ts'
import { up as listingRevisions } from './migrations/0050-listing-revisions.ts'
import { up as mailedReports } from './migrations/0051-mailed-reports.ts'
import { up as settledLines } from './migrations/0052-settled-lines.ts'
import { up as moreParcels } from './migrations/0053-more-parcels.ts'
import { up as returns } from './migrations/0054-returns.ts'
import { up as saleTellings } from './migrations/0055-sale-tellings.ts'
import { up as priceSuggestions } from './migrations/0056-price-suggestions.ts'
import { up as lineChanges } from './migrations/0057-line-changes.ts'
import { up as seenThere } from './migrations/0058-seen-there.ts'
import { up as bundles } from './migrations/0059-bundles.ts'
import { up as exchangeRates } from './migrations/0060-exchange-rates.ts'
import { up as orderRules } from './migrations/0061-order-rules.ts'
import { up as otherSkus } from './migrations/0062-other-skus.ts'
import { up as listingDays } from './migrations/0063-listing-days.ts'
import { up as publishing } from './migrations/0064-publishing.ts'
import { up as packedComponents } from './migrations/0065-packed-components.ts'
import { up as publishingEnds } from './migrations/0066-publishing-ends.ts'
import { up as sentParcels } from './migrations/0067-sent-parcels.ts'
import { up as refunds } from './migrations/0068-refunds.ts'
import { up as slipDocuments } from './migrations/0069-slip-documents.ts'
import { up as salesByDay } from './migrations/0070-sales-by-day.ts'
import { up as soldOutFirst } from './migrations/0071-sold-out-first.ts'
import { up as medians } from './migrations/0072-medians.ts'
import { up as ordersToAddUp } from './migrations/0073-orders-to-add-up.ts'
import { up as ordersAgain } from './migrations/0074-orders-again.ts'
import { up as movementKeys } from './migrations/0075-movement-keys.ts'
import { up as ratesByJob } from './migrations/0076-rates-by-job.ts'
import { up as wholeLooks } from './migrations/0077-whole-looks.ts'
import { up as piecesGone } from './migrations/0078-pieces-gone.ts'
import { up as listingsOfAnAccount } from './migrations/0079-listings-of-an-account.ts'
import { up as linesInTheBox } from './migrations/0080-lines-in-the-box.ts'
import { up as triesByKey } from './migrations/0081-tries-by-key.ts'
import { up as linesOfNoProduct } from './migrations/0082-lines-of-no-product.ts'
import { up as ordersByColumns } from './migrations/0083-orders-by-columns.ts'
import { up as leftReports } from './migrations/0084-left-reports.ts'
import { up as listedOnce } from './migrations/0085-listed-once.ts'
import { up as movementKeyStatistics } from './migrations/0086-movement-key-statistics.ts'

/** In order; a released one is never edited. */
const migrations: Record<string, Migration> = {
  '0001-foundation': { up: foundation },
  '0002-product-list': { up: productList },
  '0003-change-sets': { up: changeSets },
  '0004-views': { up: views },
  '0005-imports': { up: imports },
  '0006-open-orders': { up: openOrders },
  '0007-channel-accounts': { up: channelAccounts },
  '0008-remote-pictures': { up: remotePictures },
  '0009-find': { up: find },
  '0010-dashboard': { up: dashboard },
  '0011-symbols': { up: symbols },
  '0012-kept-in-step': { up: keptInStep },
  '0013-first-hour': { up: firstHour },
  '0014-invitation-ids': { up: invitationIds },
  '0015-held-up': { up: heldUp },
  '0016-notifications': { up: notifications },
  '0017-skus-of-lists': { up: skusOfLists },
  '0018-listing-stock': { up: listingStock },
  '0019-drift': { up: drift },
  '0020-tracking-untold': { up: trackingUntold },
  '0021-order-documents': { up: orderDocuments },
  '0022-listing-debts': { up: listingDebts },
  '0023-channel-quotas': { up: channelQuotas },
  '0024-accounts': { up: accounts },
  '0025-live-accounts': { up: liveAccounts },
  '0026-order-meaning': { up: orderMeaning },
  '0027-account-facts': { up: accountFacts },
  '0028-adopting': { up: adopting },
  '0029-pending-orders': { up: pendingOrders },
  '0030-partition-keys': { up: partitionKeys },
  '0031-barcodes': { up: barcodes },
  '0032-stock-sharing': { up: stockSharing },
  '0033-common-settings': { up: commonSettings },
  '0034-webhook-addresses': { up: webhookAddresses },
  '0035-listing-schemas': { up: listingSchemas },
  '0036-sold-lately': { up: soldLately },
  '0037-make-products': { up: makeProducts },
  '0038-template-library': { up: templateLibrary },
  '0039-price-rules': { up: priceRules },
  '0040-dynamic-mappings': { up: dynamicMappings },
  '0041-rule-changes': { up: ruleChanges },
  '0042-value-mappings': { up: valueMappings },
  '0043-sales-sums': { up: salesSums },
  '0044-waiting-lines': { up: waitingLines },
  '0045-channel-proofs': { up: channelProofs },
  '0046-parcel-sizes': { up: parcelSizes },
  '0047-pricing': { up: pricing },
  '0048-packing': { up: packing },
  '0049-sent-pieces': { up: sentPieces },
  '0050-listing-revisions': { up: listingRevisions },
  '0051-mailed-reports': { up: mailedReports },
  '0052-settled-lines': { up: settledLines },
  '0053-more-parcels': { up: moreParcels },
  '0054-returns': { up: returns },
  '0055-sale-tellings': { up: saleTellings },
  '0056-price-suggestions': { up: priceSuggestions },
  '0057-line-changes': { up: lineChanges },
  '0058-seen-there': { up: seenThere },
  '0059-bundles': { up: bundles },
  '0060-exchange-rates': { up: exchangeRates },
  '0061-order-rules': { up: orderRules },
  '0062-other-skus': { up: otherSkus },
  '0063-listing-days': { up: listingDays },
  '0064-publishing': { up: publishing },
  '0065-packed-components': { up: packedComponents },
  '0066-publishing-ends': { up: publishingEnds },
  '0067-sent-parcels': { up: sentParcels },
  '0068-refunds': { up: refunds },
  '0069-slip-documents': { up: slipDocuments },
  '0070-sales-by-day': { up: salesByDay },
  '0071-sold-out-first': { up: soldOutFirst },
  '0072-medians': { up: medians },
  '0073-orders-to-add-up': { up: ordersToAddUp },
  '0074-orders-again': { up: ordersAgain },
  '0075-movement-keys': { up: movementKeys },
  '0076-rates-by-job': { up: ratesByJob },
  '0077-whole-looks': { up: wholeLooks },
  '0078-pieces-gone': { up: piecesGone },
  '0079-listings-of-an-account': { up: listingsOfAnAccount },
  '0080-lines-in-the-box': { up: linesInTheBox },
  '0081-tries-by-key': { up: triesByKey },
  '0082-lines-of-no-product': { up: linesOfNoProduct },
  '0083-orders-by-columns': { up: ordersByColumns },
  '0084-left-reports': { up: leftReports },
  '0085-listed-once': { up: listedOnce },
  '0086-movement-key-statistics': { up: movementKeyStatistics },
}

export const migrationNames = Object.keys(migrations)

/**
 * Brings the schema up to date. Safe when several processes start together: one migrates, the others wait.
 * @param upTo the newest migration to run; all of them unless told otherwise
 * @throws StartError where the database lacks something; else its own error, with the name of the migration
 */
export async function migrate(connection: pg.PoolConfig, upTo = migrationNames.at(-1) ?? ''): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`select set_config('client_min_messages', 'warning', false)`.execute(db)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateTo(upTo)
    if (error instanceof StartError) throw error
    if (error) {
      const failed = results?.find((r) => r.status === 'Error')?.migrationName
      throw new Error(
        `The database could not be brought up to date${failed ? ` (migration ${failed})` : ''}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    }
  } finally {
    await db.destroy()
  }
}
