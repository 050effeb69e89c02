import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { isBuiltInName } from '#domain/templates/built-in.ts'
import { useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { attributeOf, type Constraint, type OfTemplate, useChanging } from './template-attributes.ts'

const levels: readonly Constraint[] = ['optional', 'recommended', 'required']

interface Props {
  name: string
  template: OfTemplate
}

/** What can be done with the template's attribute of this name: its default, its level, and to delete it (LST-153..LST-156). */
export function AttributeMenu({ name, template }: Props) {
  const attribute = attributeOf(template, name)
  const { busy, setDefault, setLevel, remove } = useChanging(template)
  if (!useMay('templates:write') || !attribute) return null
  const { constraint = 'optional', defaultValue } = attribute
  const askAndRemove = async () => {
    const yes = await confirm({
      title: `Delete '${attribute.name}'?`,
      body: 'This removes the attribute and its values from the template and its products.',
      confirm: 'Delete',
      danger: true,
    })
    if (yes) await remove(attribute.name)
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${name}`} loading={busy}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {defaultValue ? (
          <Menu.Item onClick={() => void setDefault(attribute.name, '')}>Remove default</Menu.Item>
        ) : (
          <Menu.Item onClick={() => void setDefault(attribute.name)}>Add default</Menu.Item>
        )}
        <Menu.Divider />
        {levels.map((level) => (
          <Menu.Item
            key={level}
            disabled={level === constraint}
            rightSection={level === constraint && <Icon name="check" size="s" />}
            onClick={() => void setLevel(attribute.name, level)}
          >
            Set {level}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item data-danger disabled={isBuiltInName(name)} onClick={() => void askAndRemove()}>
          {isBuiltInName(name) ? 'Built-in, can’t be deleted' : 'Delete attribute'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The default that new products get, to be typed over; saved when it is left. */
export function DefaultField({ name, template }: Props) {
  const saved = attributeOf(template, name)?.defaultValue ?? ''
  const [typed, setTyped] = useState<string>()
  const { setDefault } = useChanging(template)
  const mayChange = useMay('templates:write')
  if (!saved) return null
  const leave = async (event: FocusEvent<HTMLInputElement>) => {
    const value = event.currentTarget.value.trim()
    if (value && value !== saved) await setDefault(name, value)
    setTyped(undefined)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') setTyped(undefined)
  }
  return (
    <TextInput
      size="xs"
      aria-label={`Default for ${name}`}
      leftSection="Default"
      leftSectionWidth={62}
      readOnly={!mayChange}
      maxLength={10_000}
      value={typed ?? saved}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={(event) => void leave(event)}
      onKeyDown={onKey}
    />
  )
}
