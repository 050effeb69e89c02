import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Money, Ok } from '../shapes.ts'

const path = '/channels/ebay/priceSuggestionConfiguration'
const Name = z.string().trim().min(1).max(100)
/** As many as eBay's search is worth asking for. */
const mostAspects = 10
const tooMany = `Choose at most ${mostAspects} attributes.`

/** Attribute → value, as a JSON text in a query string. */
const AspectsText = z
  .string()
  .max(5000)
  .default('{}')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('Attributes are a JSON object of names and values.')
      return z.NEVER
    }
  })
  .pipe(z.record(Name, z.string().max(500)).refine((aspects) => Object.keys(aspects).length <= mostAspects, tooMany))

/** Attributes as `suggestPrice` and `savePriceSuggestionConfiguration` are told of them, under eBay's word. */
export const queryOf = (attributes: Record<string, string>) => ({ aspects: JSON.stringify(attributes) })
export const bodyOf = (attributes: string[]) => ({ aspects: attributes })

/** PRO-289. */
export const suggestPrice = endpoint({
  method: 'GET',
  path: '/channels/ebay/priceSuggestion',
  summary: 'Get the median price of comparable items sold on eBay in the last 90 days',
  needs: 'products:write',
  query: z
    .object({ templateId: IdParam, title: z.string().trim().max(500).default(''), aspects: AspectsText })
    .transform(({ aspects, ...question }) => ({ ...question, attributes: aspects })),
  reply: z.object({
    currency: z.string(),
    /** Null where nothing comparable was sold. */
    suggestedPrice: Money.nullable(),
    sales: z.number().int(),
    /** From the cheapest to the dearest; the first has no low end, the last no high one. */
    buckets: z.array(z.object({ low: Money.nullable(), high: Money.nullable(), count: z.number().int() })),
    /** eBay's name for where it was looked for; '' for the category of the template. */
    category: z.string(),
    /** None had all of the words, and these have some. */
    loosely: z.boolean(),
  }),
  errors: [
    'not_found',
    'unsupported',
    'invalid_input',
    'too_many_requests',
    'integration_missing',
    'integration_unauthenticated',
    'channel_refused',
    'channel_unavailable',
  ],
})

/** What a search for a product of this template begins with. */
export const priceSuggestionConfiguration = endpoint({
  method: 'GET',
  path,
  summary: 'Get the price suggestion settings of a template',
  needs: 'products:write',
  query: z.object({ templateId: IdParam }),
  reply: z.object({
    /** Switched on by who runs the installation. */
    on: z.boolean(),
    /** May hold references; '' for the product's own title. */
    title: z.string(),
    attributes: z.array(z.string()),
  }),
  errors: ['not_found'],
})

/** PRO-287. */
export const savePriceSuggestionConfiguration = endpoint({
  method: 'POST',
  path,
  summary: 'Save the search terms for a template’s price suggestions',
  needs: 'templates:write',
  body: z
    .object({
      templateId: Id,
      title: z.string().trim().max(500),
      aspects: z.array(Name).max(mostAspects, tooMany),
    })
    .transform(({ aspects, ...search }) => ({ ...search, attributes: aspects })),
  reply: Ok,
  errors: ['not_found', 'invalid_input'],
  changes: ['templates'],
})
