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
    synonyms: ['sell', 'publish', 'post', 'new product', 'photo'],
    needs: 'listings:write',
    page: linkTo({ to: '/create-and-list' }),
  },
  listProducts: {
    name: 'List products',
    short: 'List',
    icon: 'upload',
    synonyms: ['publish', 'post', 'sell', 'go live', 'bulk'],
    needs: 'listings:write',
    page: inventory,
    after: 'Select products',
  },
  listProduct: {
    name: 'List a product',
    short: 'List',
    icon: 'upload',
    synonyms: ['publish', 'post', 'sell', 'go live'],
    needs: 'listings:write',
    page: inventory,
    after: 'Open a product',
  },
  runPublishing: {
    name: 'Pause or stop a publish run',
    icon: 'pause',
    synonyms: ['cancel', 'resume', 'recheck', 'publishing'],
    needs: 'listings:write',
    page: linkTo({ to: '/inventory/publishing' }),
    after: 'Open a publish run',
  },
  editListing: {
    name: 'Edit a listing',
    icon: 'edit',
    synonyms: ['change', 'condition', 'policy', 'channel price', 'sync', 'override'],
    needs: 'listings:write',
    page,
    after: 'Open a listing',
  },
  unlist: {
    name: 'Unlist a product',
    short: 'Unlist',
    icon: 'stop',
    synonyms: ['end', 'delist', 'take down', 'remove', 'withdraw'],
    needs: 'listings:write',
    page,
    after: 'Find the listing',
  },
  retryListing: {
    name: 'Retry a listing',
    icon: 'refresh',
    synonyms: ['relist', 'failed', 'rejected', 'again', 'error'],
    needs: 'listings:write',
    page,
    after: 'Find the listing',
  },
  schedulePrices: {
    name: 'Restart a price schedule',
    icon: 'clock',
    synonyms: ['markdown', 'reprice', 'discount'],
    needs: 'listings:write',
    page,
    after: 'Open an eBay listing',
  },
  editListingTemplate: {
    name: 'Edit a listing template',
    icon: 'templates',
    synonyms: ['category', 'policy', 'defaults'],
    needs: 'listings:write',
    page: templates,
    after: 'Open a template',
  },
  mapValues: {
    name: 'Map values',
    icon: 'link',
    synonyms: ['value mapping', 'brand', 'translate', 'synonym'],
    needs: 'listings:write',
    page: templates,
    after: 'Open a template',
  },
} satisfies Record<string, Action>
