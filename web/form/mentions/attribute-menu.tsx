import { ActionIcon, Menu } from '@mantine/core'
import classes from '../form.module.css'

interface Props {
  names: readonly string[]
  onChoose: (name: string) => void
  onAll: () => void
}

/** Puts a reference into the text, or one to each attribute (PRO-248). */
export const AttributeMenu = ({ names, onChoose, onAll }: Props) => (
  <Menu position="bottom-start" withinPortal>
    <Menu.Target>
      <ActionIcon aria-label="Insert an attribute" title="Insert an attribute (@)" disabled={names.length === 0}>
        @
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown className={classes.attributeMenu}>
      <Menu.Item onClick={onAll}>Add All Attributes</Menu.Item>
      <Menu.Divider />
      {names.map((name) => (
        <Menu.Item key={name} onClick={() => onChoose(name)}>
          @{name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
