import type { ChannelId } from '#contract/channels/ids.ts'
import type { ChangedAt } from '#domain/mappings/changed-values.ts'

/** Every background job by name: its payload, how often it is tried again, and whether equal keys wait as one. */
export interface Jobs {
  /** Sends what one integration's listings still owe their channel. The work itself stands in `listing_debts`. */
  'sync.push': { organizationId: number; integrationId: number }
  /** Reads back what a channel shows of every listing. */
  'sync.reconcile': { organizationId: number; integrationId: number }
  /** Reads back what a channel shows of the next few listings. */
  'sync.readNext': { organizationId: number; integrationId: number }
  /** The channel called: a number of its changed. */
  'sync.look': { organizationId: number; integrationId: number; ref: string; quantity?: number }
  /** Notes what many listings owe their channel: all of an integration, or those of a template on it. */
  'outbox.owe': { organizationId: number; integrationId: number; templateId?: number; debt: 'quantity' | 'revise' }
  /** Value mappings of a channel changed: notes that the live listings concerned have to be told. */
  'listings.remap': { organizationId: number; channel: ChannelId; changed: ChangedAt[] }
  /** The organization's currency or time zone changed: counts its figures in them. */
  'figures.count': { organizationId: number }
  /** Changes rows that an upgrade has left to a job. The work itself stands in `upgrade_steps`. */
  'upgrade.fill': { organizationId: null }
  /** Exchange rates changed: counts the figures that they touch. The work itself stands in `waiting_rates`. */
  'figures.rates': { organizationId: number }
  /** Reads what stands on a channel, page by page, and finds out what it may be here. The work itself stands in `catalogue_reads`. */
  'adopting.read': { organizationId: number; integrationId: number }
  /** Links what was decided, until nothing is left. The work itself stands in `found_listings`. */
  'adopting.link': { organizationId: number; integrationId: number }
  /** Undoes links that were made until a moment, ISO 8601. */
  'adopting.unlink': { organizationId: number; integrationId: number; userId: number | null; until: string }
  /** Prices whose time it is to fall, and what is to be listed anew. The work itself stands in `listing_prices`. */
  'listings.price': { organizationId: number }
  /** Goes on with listing many products: gathers and checks them, or lists them. The work itself stands in `publish_items`. */
  'publishing.run': { organizationId: number; runId: number }
  /** Forgets what was listed together long ago. */
  'publishing.purge': { organizationId: number }
  /** Looks for new and changed orders of one integration. `hinted`: the channel has just called, so what is new is new by seconds. */
  'orders.pull': { organizationId: number; integrationId: number; hinted?: boolean }
  /** Reads all orders of the last day again. */
  'orders.reread': { organizationId: number; integrationId: number }
  /** Asks a channel to give money back, or to call an order off. The work itself stands in `order_refunds`. */
  'orders.refund': { organizationId: number; refundId: number }
  /** Freed pieces go to orders that were held by somebody when they came free; counted ones to those that are to wait for them. */
  'orders.promise': { organizationId: number; levelIds: number[]; counted?: boolean }
  /** Makes a document of packing slips. The work itself stands in `slip_documents`. */
  'orders.slips': { organizationId: number; documentId: number }
  /**
   * Forgets buyers: a person whom a channel names, wherever they bought; some orders of one integration; or, without them, all of it.
   * @see eraseBuyers in server/features/orders/erase.ts
   */
  'orders.erase':
    | { organizationId: null; channel: ChannelId; accounts: string[] }
    | { organizationId: number; integrationId: number; externalOrderIds?: string[] }
  /** Reads an account’s rules once a day, and compares live listings with what is required. */
  'requirements.read': { organizationId: number; integrationId: number }
  /** Sends parcels that were kept while an account was in shadow mode. The work itself stands in `shadow_parcels`. */
  'orders.shadowed': { organizationId: number; integrationId: number }
  /** Checks that a channel still calls us, and what it shows against what it should show. */
  'integrations.check': { organizationId: number; integrationId: number }
  /** Takes a test product through an account. The work itself stands in `connection_checks`. */
  'integrations.certify': { organizationId: number; integrationId: number; checkId: number }
  /** A template's attributes changed: judges its products' readiness again and lets their attributes follow renames. */
  'products.judge': { organizationId: number; templateId: number }
  /** Copies pictures that imports linked from other shops. The work itself stands in `remote_pictures`. */
  'products.pictures': { organizationId: number }
  /** Goes on with a change set that was begun, until it is done. */
  'changes.run': { organizationId: number; changeSetId: number }
  /** Forgets change sets that are too old to be undone. */
  'changes.purge': { organizationId: number }
  /** `html`, `text` and `unsubscribe` are sealed; `id` names it, so that one sent twice is known as one. */
  'mail.send': {
    organizationId: number | null
    to: string
    subject: string
    html: string
    text: string
    id?: string
    from?: string
    unsubscribe?: string
  }
  /** Tells browsers that there is news, and mails what is owed. The work itself stands in `notification_mails`. */
  'notifications.send': { organizationId: number }
  /** Reports whose morning has come. The work itself stands in `mailed_reports`. */
  'reports.due': { organizationId: number }
  /** Mails one report to one person. */
  'reports.send': { organizationId: number; mailId: number }
  /** Mails a kept message to the installation's support. */
  'support.send': { organizationId: number | null; messageId: number }
  /** Reads a file that was uploaded. The work of all three stands in `imports`. */
  'imports.read': { organizationId: number; importId: number }
  /** Works out what a file would change. */
  'imports.plan': { organizationId: number; importId: number }
  /** Does what was planned. */
  'imports.apply': { organizationId: number; importId: number }
  /** Forgets files that were imported long ago. */
  'imports.purge': { organizationId: number }
}
export type JobName = keyof Jobs

export interface JobSettings {
  /** Seconds before a silent worker's job is given to another. */
  expireInSeconds: number
  retryLimit: number
  retryDelay: number
  retryDelayMax: number
  /** At most one waits per key. */
  coalesce: boolean
  /** Jobs of this kind at once in one process. */
  concurrency: number
  /** Seconds for which what is over can still be seen. */
  keepSeconds: number
  /** What a person reads in the list of jobs. */
  title: string
}
const often = {
  expireInSeconds: 300,
  retryLimit: 8,
  retryDelay: 1,
  retryDelayMax: 120,
  coalesce: true,
  concurrency: 4,
  keepSeconds: 3 * 86400,
}
/** These run every few seconds for each channel: what they did shows in orders and listings. */
const constantly = { ...often, keepSeconds: 1800 }
/** A million rows take a while; whoever dies meanwhile is noticed by its silence. */
const long = { ...often, expireInSeconds: 6 * 3600, concurrency: 2 }
export const jobSettings: Record<JobName, JobSettings> = {
  'sync.push': { ...constantly, title: 'Publish listings and quantities' },
  'sync.reconcile': { ...long, concurrency: 1, title: 'Check channel quantities' },
  'sync.readNext': { ...constantly, concurrency: 1, title: 'Check the next channel quantities' },
  'sync.look': { ...constantly, title: 'Check a changed quantity' },
  'outbox.owe': { ...often, coalesce: false, concurrency: 1, title: 'Queue listing updates' },
  'listings.remap': { ...often, coalesce: false, concurrency: 1, title: 'Queue updates after mapping changes' },
  'figures.count': { ...long, concurrency: 1, title: 'Recalculate analytics for a currency or time zone' },
  'figures.rates': { ...long, concurrency: 1, title: 'Recalculate analytics with new exchange rates' },
  'upgrade.fill': { ...long, retryLimit: 1000, concurrency: 1, title: 'Upgrade the database' },
  'publishing.run': { ...often, concurrency: 2, title: 'Publish many products' },
  'publishing.purge': { ...often, concurrency: 1, title: 'Delete old publish runs' },
  'listings.price': { ...often, concurrency: 1, title: 'Change prices by schedule' },
  'orders.pull': { ...constantly, title: 'Import orders' },
  'orders.reread': { ...long, concurrency: 1, title: 'Re-check a day’s orders' },
  'orders.refund': { ...often, coalesce: false, concurrency: 2, title: 'Send refund to channel' },
  'orders.shadowed': { ...often, coalesce: false, concurrency: 1, title: 'Send confirmed shipments' },
  'orders.promise': { ...often, coalesce: false, concurrency: 1, title: 'Assign freed stock to backorders' },
  'orders.slips': { ...long, concurrency: 1, title: 'Create packing slips' },
  'orders.erase': { ...constantly, retryLimit: 20, coalesce: false, concurrency: 1, title: 'Delete old buyer data' },
  'adopting.read': { ...long, concurrency: 1, title: 'Scan existing listings' },
  'adopting.link': { ...long, concurrency: 1, title: 'Link existing listings' },
  'adopting.unlink': { ...long, concurrency: 1, title: 'Unlink listings' },
  'requirements.read': { ...long, concurrency: 1, title: 'Check channel requirements' },
  'integrations.check': { ...often, concurrency: 1, title: 'Check connection' },
  'integrations.certify': {
    ...often,
    // A check takes up to ten minutes, and then cleans up.
    expireInSeconds: 900,
    coalesce: false,
    concurrency: 1,
    title: 'Check connection with a test product',
  },
  'products.judge': { ...often, concurrency: 1, title: 'Check products against their template' },
  'products.pictures': { ...long, concurrency: 1, title: 'Copy images from another shop' },
  'changes.run': { ...often, concurrency: 2, title: 'Change many products' },
  'changes.purge': { ...often, concurrency: 1, title: 'Delete old bulk changes' },
  'mail.send': { ...often, retryLimit: 12, retryDelayMax: 1800, coalesce: false, concurrency: 2, title: 'Send email' },
  'notifications.send': { ...constantly, title: 'Send notifications' },
  'reports.due': { ...often, concurrency: 1, title: 'Find reports that are due' },
  'reports.send': {
    ...often,
    retryLimit: 12,
    retryDelayMax: 1800,
    coalesce: false,
    concurrency: 1,
    title: 'Send email report',
  },
  'support.send': {
    ...often,
    retryLimit: 12,
    retryDelayMax: 1800,
    coalesce: false,
    concurrency: 1,
    title: 'Send a message to support',
  },
  'imports.read': { ...long, title: 'Read a file to import' },
  'imports.plan': { ...long, title: 'Preview an import' },
  'imports.apply': { ...long, title: 'Import a file' },
  'imports.purge': { ...often, concurrency: 1, title: 'Delete old import files' },
}
export const jobNames = Object.keys(jobSettings) as JobName[]
