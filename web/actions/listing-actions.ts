import { linkTo } from '../addresses.ts'
import type { Action } from './action.ts'

const page = linkTo({ to: '/listings' })
const inventory = linkTo({ to: '/inventory' })
const templates = linkTo({ to: '/templates' })

/** What is done with listings on channels. */
export const listingActions = {
  createAndList: {
    name: 'Create and list',
    icon: 'bolt',
    needs: 'listings:write',
    page: linkTo({ to: '/create-and-list' }),
  },
  listProduct: {
    name: 'List a product',
    short: 'List',
    icon: 'upload',
    needs: 'listings:write',
    page: inventory,
    after: 'Open a product',
  },
  runPublishing: {
    name: 'Pause or stop a publish run',
    icon: 'pause',
    needs: 'listings:write',
    page: linkTo({ to: '/inventory/publishing' }),
    after: 'Open a publish run',
  },
  editListing: {
    name: 'Edit a listing',
    icon: 'edit',
    needs: 'listings:write',
    page,
    after: 'Open a listing',
  },
  unlist: {
    name: 'Unlist a product',
    short: 'Unlist',
    icon: 'stop',
    needs: 'listings:write',
    page,
    after: 'Find the listing',
  },
  retryListing: {
    name: 'Retry a listing',
    icon: 'refresh',
    needs: 'listings:write',
    page,
    after: 'Find the listing',
  },
  schedulePrices: {
    name: 'Restart a price schedule',
    icon: 'clock',
    needs: 'listings:write',
    page,
    after: 'Open an eBay listing',
  },
  editListingTemplate: {
    name: 'Edit a listing template',
    icon: 'templates',
    needs: 'listings:write',
    page: templates,
    after: 'Open a template',
  },
  mapValues: {
    name: 'Map values',
    icon: 'link',
    needs: 'listings:write',
    page: templates,
    after: 'Open a template',
  },
} satisfies Record<string, Action>
