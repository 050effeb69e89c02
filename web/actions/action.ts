import type { Permission } from '#contract/permissions.ts'
import type { PageLink } from '../addresses.ts'
import type { IconName } from '../ui/images/icons.ts'

/** Something that a person starts in the product. */
export interface Action {
  /** Verb and object, as the palette lists it. */
  name: string
  /** What its button says on its own page, where that is shorter. */
  short?: string
  icon: IconName
  needs: Permission
  /** Where it is done; none if the shell does it on every page. */
  page?: PageLink
  /** What to do on that page first, where the page alone does not start it. */
  after?: string
}

/** What a button or a menu item of an action says. */
export const labelOf = ({ name, short }: Action): string => short ?? name
