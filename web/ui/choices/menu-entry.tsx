import { Menu, type MenuItemProps } from '@mantine/core'

interface Props extends MenuItemProps {
  disabled?: boolean | undefined
  'aria-description'?: string | undefined
  'data-danger'?: boolean | undefined
  onClick?: (() => void) | undefined
}

/**
 * An entry of a menu that can't always be used. Then it can still have the focus: a menu whose first entry couldn't have it would
 * leave the focus on its button, and the arrow keys would lead nowhere.
 */
export const MenuEntry = ({ disabled, onClick, ...props }: Props) => (
  <Menu.Item
    {...props}
    {...(disabled ? { 'data-disabled': true, 'aria-disabled': true, closeMenuOnClick: false } : { onClick })}
  />
)
