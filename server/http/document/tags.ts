import { areas } from '#contract/all.ts'

/** How the API document groups operations: the areas of the contract, the small ones beside the large one that they belong to. */
export const tags = {
  products: {
    title: 'Products',
    description: 'Products with their stock, variations, images, bundles and history.',
    areas: ['products', 'productHistory', 'pictures', 'bundles', 'converting', 'operators', 'search'],
  },
  changes: {
    title: 'Changes',
    description: 'Edits of many products at once. Each can be undone for 30 days.',
    areas: ['changes'],
  },
  imports: {
    title: 'Imports',
    description: 'Files that create and update products, after a preview.',
    areas: ['imports'],
  },
  exports: {
    title: 'Exports',
    description: 'Products, templates and failed rows as CSV or Excel files.',
    areas: ['exports'],
  },
  templates: {
    title: 'Templates',
    description: 'Which attributes a kind of product has, and the library of templates.',
    areas: ['templates', 'library', 'merging'],
  },
  mappings: {
    title: 'Mapping',
    description: 'Rules that make listing fields of product fields, and values that become the channel’s.',
    areas: ['mappings', 'ruleChanges', 'valueMappings'],
  },
  listings: {
    title: 'Listings',
    description: 'What each product says on each channel, and whether it is live there.',
    areas: ['listings', 'preflight', 'optionValues', 'requirements'],
  },
  publishing: {
    title: 'Publish runs',
    description: 'List many products on many accounts: check, start, follow.',
    areas: ['publishing'],
  },
  adopting: {
    title: 'Existing listings',
    description: 'Scan what you already sell on a channel and link it to products.',
    areas: ['adopting'],
  },
  pricing: {
    title: 'Prices on channels',
    description: 'Suggested prices, price rules and price schedules.',
    areas: ['priceSuggestion', 'pricing'],
  },
  orders: {
    title: 'Orders',
    description: 'Orders of all channels: ship, pack, hold, refund, return and report.',
    areas: ['orders'],
  },
  stock: {
    title: 'Stock on channels',
    description: 'How accounts share stock, and quantities that differ from Motto’s.',
    areas: ['sharing', 'drift'],
  },
  integrations: {
    title: 'Integrations',
    description: 'Connected accounts, their settings, health, checks and background tasks.',
    areas: ['integrations', 'connectionChecks', 'connectionHealth', 'jobs', 'shadow'],
  },
  lookups: {
    title: 'Channel lookups',
    description: 'Categories, policies, locations and other choices that a channel offers.',
    areas: ['lookups'],
  },
  analytics: { title: 'Analytics', description: 'Sales, profit, stock and listing figures.', areas: ['analytics'] },
  reports: { title: 'Email reports', description: 'Figures that Motto emails on a schedule.', areas: ['reports'] },
  proposals: {
    title: 'Proposals',
    description: 'Changes that an AI agent prepares: previewed, within a budget or approved, and undone as a whole.',
    areas: ['proposals'],
  },
  texts: { title: 'Suggested texts', description: 'Descriptions and attributes from a language model.', areas: ['ai'] },
  organizations: {
    title: 'Organization',
    description: 'Members, roles, invitations and settings of the organization.',
    areas: ['organizations', 'upgrade'],
  },
  accounts: {
    title: 'Account',
    description: 'How one person logs in, and their settings. No token reaches these.',
    areas: ['accounts', 'notifications', 'views', 'support'],
  },
  access: {
    title: 'API access',
    description: 'API tokens and outgoing webhooks. Only a signed-in person manages them.',
    areas: ['tokens', 'webhooks'],
  },
} as const satisfies Record<string, { title: string; description: string; areas: readonly string[] }>

const byArea = new Map<string, string>(
  Object.entries(tags).flatMap(([tag, { areas }]) => areas.map((area) => [area, tag] as const)),
)
/** Areas that nobody has put into a group; a test of the house names them. */
export const ungrouped = (): string[] => Object.keys(areas).filter((area) => !byArea.has(area))
/** The tag that the operations of an area have. */
export const tagOf = (area: string): string => byArea.get(area) ?? area
