import type { NavigateOptions, RegisteredRouter, RouteById, RouteIds } from '@tanstack/react-router'
import type { ChannelId } from '#contract/channels/ids.ts'

declare const checked: unique symbol
interface Checked {
  readonly [checked]: true
}
/** An address of ours as a value, for menus, tables and the palette. Only `linkTo` makes one. */
export interface PageLink {
  readonly to: string & Checked
  readonly params?: Checked
  readonly search?: Checked
  readonly hash?: string
}

/** The router also takes any `string`, of which the compiler does not know where it leads. */
export interface Literal<To> {
  to?: string extends To ? never : To
}
export type RouteOptions<From extends string, To extends string | undefined> = NavigateOptions<
  RegisteredRouter,
  From,
  To,
  From,
  ''
>

/** What the address of a page may say behind its path. */
export type SearchOf<Id extends RouteIds<RegisteredRouter['routeTree']>> = RouteById<
  RegisteredRouter['routeTree'],
  Id
>['types']['fullSearchSchema']

/** Checks an address against the routes. */
export const linkTo = <const From extends string = string, const To extends string | undefined = undefined>(
  options: RouteOptions<From, To> & Literal<To>,
): PageLink => options as unknown as PageLink

/** The address as it is read in the browser, without what is behind its path. */
export const pathOf = ({ to, params }: PageLink): string => {
  const values = { ...params } as Readonly<Record<string, string | undefined>>
  return to.replaceAll(/\/(?:\$(\w+)|\{-\$(\w+)\})/g, (_, required?: string, optional?: string) => {
    const value = values[required ?? optional ?? '']
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })
}

/*
 * Pages that many others link to. An optional parameter is always passed: the router takes one that is missing from the
 * page that shows the link.
 */

export const toOrder = (id: number, search: SearchOf<'/order/$orderId'> = {}) =>
  linkTo({ to: '/order/$orderId', params: { orderId: String(id) }, search })

export const toProduct = (id: number) => linkTo({ to: '/product/$productId', params: { productId: String(id) } })
export const toPublish = (
  productId: number,
  channel?: ChannelId,
  search: SearchOf<'/product/$productId/publish/{-$channel}'> = {},
) =>
  linkTo({
    to: '/product/$productId/publish/{-$channel}',
    params: { productId: String(productId), channel },
    search,
  })
export const toNewProduct = (templateId?: number, search: SearchOf<'/inventory/new/{-$templateId}'> = {}) =>
  linkTo({ to: '/inventory/new/{-$templateId}', params: { templateId: templateId?.toString() }, search })
export const toHistory = (changeSetId?: number) =>
  linkTo({ to: '/inventory/history/{-$changeSetId}', params: { changeSetId: changeSetId?.toString() } })

export const toTemplate = (id: number) => linkTo({ to: '/template/$templateId', params: { templateId: String(id) } })
export const toTemplateListing = (
  templateId: number,
  channel?: ChannelId,
  search: SearchOf<'/template/$templateId/listing/{-$channel}'> = {},
) =>
  linkTo({
    to: '/template/$templateId/listing/{-$channel}',
    params: { templateId: String(templateId), channel },
    search,
  })

export type IntegrationTab = 'overview' | 'defaults' | 'prices' | 'health' | 'shadow'
/** A channel, or one of its accounts, and what of it is shown: how it goes, unless a tab is named. */
export const toIntegrations = (
  channel?: ChannelId,
  search: SearchOf<'/integrations/{-$channel}/{-$tab}'> = {},
  tab: IntegrationTab = 'overview',
) =>
  linkTo({
    to: '/integrations/{-$channel}/{-$tab}',
    params: { channel, tab: tab === 'overview' ? undefined : tab },
    search,
  })
/** The listings of a channel that are linked to no product yet. */
export const toAdopting = (integrationId?: number, search: SearchOf<'/adopt/{-$integrationId}'> = {}) =>
  linkTo({ to: '/adopt/{-$integrationId}', params: { integrationId: integrationId?.toString() }, search })
export const toImport = (id: number) => linkTo({ to: '/inventory/import/$importId', params: { importId: String(id) } })

export const toOrganization = () =>
  linkTo({ to: '/admin/{-$clientId}', params: { clientId: undefined }, search: { redirectTo: undefined } })
