import { Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core'
import {
  createLink,
  type LinkComponentProps,
  type RegisteredRouter,
  Link as RouterLink,
  Navigate as RouterNavigate,
  useNavigate as useRouterNavigate,
} from '@tanstack/react-router'
import type { ComponentProps, ReactElement } from 'react'
import type { Literal, PageLink, RouteOptions } from '../addresses.ts'

/*
 * Links between our pages. The compiler checks `to`, `params` and `search` against the routes. The router's own links
 * also take any `string`, and a Mantine button takes anything.
 */

type LinkProps<Component, From extends string, To extends string | undefined> = LinkComponentProps<
  Component,
  RegisteredRouter,
  From,
  To,
  From,
  ''
>
// What is wrong with a call is told of the last signature.
interface TypedLink<Component> {
  (props: Omit<LinkProps<Component, string, undefined>, keyof PageLink> & PageLink): ReactElement
  <const From extends string = string, const To extends string | undefined = undefined>(
    props: LinkProps<Component, From, To> & Literal<To>,
  ): ReactElement
}
interface TypedNavigate {
  (props: Omit<RouteOptions<string, undefined>, keyof PageLink> & PageLink): null
  <const From extends string = string, const To extends string | undefined = undefined>(
    props: RouteOptions<From, To> & Literal<To>,
  ): null
}
interface NavigateFrom<Page extends string> {
  (options: Omit<RouteOptions<string, undefined>, keyof PageLink> & PageLink): Promise<void>
  <const To extends string | undefined, const From extends string = Page>(
    options: RouteOptions<From, To> & Literal<To>,
  ): Promise<void>
}

type AnchorProps<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>
const ButtonAnchor = (props: AnchorProps<ButtonProps>) => <Button component="a" {...props} />
const MenuAnchor = (props: AnchorProps<MenuItemProps>) => <Menu.Item component="a" {...props} />

export const Link = RouterLink as unknown as TypedLink<'a'>
export const LinkButton = createLink(ButtonAnchor) as unknown as TypedLink<typeof ButtonAnchor>
export const LinkItem = createLink(MenuAnchor) as unknown as TypedLink<typeof MenuAnchor>
export const useNavigate = useRouterNavigate as unknown as <const Page extends string = string>(options?: {
  from: Page
}) => NavigateFrom<Page>
/** Shows another page in place of this one. */
export const Navigate = RouterNavigate as unknown as TypedNavigate
