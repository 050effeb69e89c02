/*
 * How a channel is described, once for all rooms: plain data, without zod, so that a page that only draws it need not load the contract.
 */

/** Where a field is set: for all products of a template, for one product, or for all listings of an integration. */
export type FieldPlace = 'template' | 'product' | 'integration'

/**
 * What a field holds, and so how it is drawn. `choices`, `tags` and `category` hold texts joined by commas; `attributes` and `columns` hold lists
 * that a channel's own part draws; `pricing` holds how the price follows from the product's (`pricing.ts`); `hidden` is kept and not drawn.
 */
export type FieldKind =
  | 'title'
  | 'html'
  | 'text'
  | 'choice'
  | 'choices'
  | 'tags'
  | 'category'
  | 'attributes'
  | 'columns'
  | 'pricing'
  | 'hidden'

export interface Option {
  value: string
  label: string
}

/** Options that the channel is asked for. Names are those of the lookup's answer; dots lead into it. */
export interface AskedOptions {
  lookup: string
  /** Where the list stands in the answer. Absent: the answer is the list. */
  at?: string
  value: string
  /** Joined by commas, without blanks; the first one falls back on the value. */
  label: readonly string[]
  /** What must be true of one that can be chosen. */
  open?: string
  /** Follows the name of one that cannot. */
  closed?: string
}

/** A tree of categories that the channel is asked for. */
export interface AskedTree {
  lookup: string
  /** Where the root stands in the answer; the answer is the list of top categories where it has no root. */
  root?: string
  id: string
  name: string
  children: string
  /** Where the answer names its version, and the field that keeps it beside the categories. */
  version?: { at: string; field: string }
  /** Categories for some words: where their list stands in the answer, and the id in each. */
  suggest?: { lookup: string; at: string; id: string }
}

/** How a list of attributes is kept: the names of an entry's parts, and what fills an attribute that the seller left blank. */
export interface AttributeList {
  /** The entry's name and its value, a text or a list of texts. */
  name: string
  value: string
  /** The other parts of an entry that comes from the product's attribute of the same name; absent: none comes from there. */
  filled?: Readonly<Record<string, unknown>>
  /** Names longer than this are no attributes of the channel. */
  nameChars: number
}

export interface Field {
  /** On the wire: in a schema, and in the integration's settings. */
  name: string
  /** In a product's overrides, where it is another one. */
  override?: string
  label: string
  /** Heading under which it is drawn. */
  section: string
  kind: FieldKind
  on: readonly FieldPlace[]
  /** What it begins with; '' unless set. */
  standard?: string
  /** Most characters that may be typed; references count as typed. */
  chars?: number
  /** Takes `{{attribute}}` references. */
  mentions?: boolean
  /** Lines of a longer text. */
  lines?: number
  /** Takes the whole width of the page. */
  wide?: boolean
  /** What counts while it is blank, in words. */
  blank?: string
  options?: readonly Option[]
  asks?: AskedOptions
  /** Of a category, and of choices that are looked for like one. */
  tree?: AskedTree
  /** Of a category: the label and heading where several may be chosen, and those where it is one. */
  several?: { label: string; section: string }
  /** Of `attributes`. */
  entries?: AttributeList
  /** Is also said as this attribute of a list, where nothing else says it. */
  entry?: { list: string; name: string }
  /**
   * Of the choice that says on which of the channel's sites an account sells: what each sells in. What the other choices offer follows from it, so
   * it is changed only while nothing is listed.
   */
  currencies?: Readonly<Record<string, string>>
  /** Of that choice: how the channel names a site in an order, where that is another value. Two sites may have one name. */
  siteNames?: Readonly<Record<string, string>>
  /** Where the channel has nothing to choose from: what to do, and where. */
  empty?: { words: string; url: string }
}

/** A question to the seller about something to be made at the channel. */
export interface MakingAsk {
  name: string
  label: string
  kind: 'text' | 'choice'
  help?: string
  /** What the answer begins with. */
  standard?: string
  /** Most characters of a text. */
  chars?: number
  optional?: boolean
  options?: readonly Option[]
  /** Options that the channel is asked for; its answer is their list. */
  source?: AskedOptions
}
/** Something that listings need and that a seller can make at the channel from here: a location, a policy. */
export interface Making {
  /** On the button. */
  label: string
  about: string
  asks: readonly MakingAsk[]
}

/** A question to the channel that an editor asks; reading it is `GET`. */
export interface Lookup {
  /** Below `/api/v2`. */
  path: string
  summary: string
  /** Parameters, each with the fewest characters it may have; one of 0 may be left out. */
  asks?: Readonly<Record<string, number>>
  /** What people change there while they look at it: it is asked anew each time. */
  fresh?: boolean
}

/** What every channel says of itself. */
export interface Named {
  /** Its name on the wire. */
  id: string
  name: string
  /** Whether Motto speaks to it. What is not built is shown as coming, and nothing more. */
  built: boolean
}

/**
 * What a channel has no place for: its editors leave it out and say why (`domain/words/lacks.ts`), and it is not sent. `families`: every variation is a listing of its own. `regrouping`: what was listed
 * alone never becomes a variation, nor the other way round. `zero`: it refuses a listing of which nothing is left, so that is hidden until there is.
 * `addresses`: its orders are handed over in a shop. `parcels`: it cannot be told that an order was shipped. `orders`: nobody buys there.
 */
export type Lack = 'images' | 'description' | 'families' | 'regrouping' | 'zero' | 'addresses' | 'parcels' | 'orders'

/** What its API takes when money goes back, or an order is called off. */
export interface Asking {
  /** Its own, the first one is chosen. */
  reasons: readonly Option[]
  /** Most characters of a note; 0: it takes none. */
  noteChars: number
}
/** What of an order's undoing its API does; a sentence says why it does not, and it is done on the channel's own page. */
export interface Undoing {
  refund: Asking | string
  /** Whether the delivery's part is told apart; else it counts as a part of the lines. */
  shippingApart?: boolean
  cancel: Asking | string
}

/** The version of a channel's API that the adapter is written for. */
export interface ApiVersion {
  /** As the channel writes it. */
  version: string
  /** The last day on which the channel serves it, as `2027-07-16`. Absent: the channel has announced none. */
  servedUntil?: string
}

interface Details {
  api: ApiVersion
  lacks?: readonly Lack[]
  /** The channel's own developer documentation. */
  docs: string
  /** What its shop is called, as an example, where the seller has to name it before connecting. */
  shopExample?: string
  /** What its shop, or the id of it, is called on the page where it is connected. */
  storeId?: string
  limits: {
    titleChars: number
    descriptionChars: number
    images: number
    skuChars: number
    variants: number
    /** Most pieces that it shows of one SKU, where there is such a number: of more, so many are shown. */
    pieces?: number
  }
  /** Refuses a product without a picture. */
  needsPicture: boolean
  /** Needs a category before a product can be listed (LST-072). */
  needsCategory: boolean
  /** Instead of "Missing Template Integration" (LST-012..LST-016, LST-022). */
  missingTemplate?: string
  /** What it wants to be said on the page where it is connected, word for word. */
  notice?: string
  /** Absent: nobody buys there. */
  undoing?: Undoing
  /** It gives operators of product safety ids of its own, which the seller enters. */
  operatorIds?: true
  /** What its sellers should know before they ship (ORD-112). */
  shippingHint?: string
  fields: readonly Field[]
  lookups: Readonly<Record<string, Lookup>>
  /** What can be made there from here, by the field that names it and is set to it at once. */
  makes?: Readonly<Record<string, Making>>
  /** A call of its own that saves the integration's choices, besides the common one (CHN-101). */
  defaultsPath?: string
  /** A call that makes a template from categories; what they ask for is the lookup `templateAttributes`. */
  templatePath?: string
}
export type Built = Named & { built: true } & Details
export type Planned = Named & { built: false } & Partial<Details>
export type ChannelDescription = Built | Planned

/** A setting of the environment, as it is explained to the operator. */
interface Credential {
  setting: string
  example: string
  /** What the sandbox is told instead. */
  sandbox: string
}
/** How Motto gets to a channel: the operator's registration there, and the channel's hosts by name. For the server alone. */
export interface Access {
  clientId: Credential
  clientSecret: Credential
  /** The name that the channel has for our callback. Absent: it is told the callback's address. */
  redirect?: Credential
  /** What else the channel gives the operator, by the adapter's name for it: the key that its calls to us are signed with. */
  secrets?: Readonly<Record<string, Credential>>
  /** May hold `{shop}`, which is the account's. */
  hosts: Readonly<Record<string, { setting: string; live: string }>>
}
