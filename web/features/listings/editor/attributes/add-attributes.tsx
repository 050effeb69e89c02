import { Button, Modal } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './attributes.module.css'
import type { ChannelAttribute } from './channel-attribute.ts'
import { attributeOf, type OfTemplate, useAdding } from './template-attributes.ts'

/** How long the dialog still shows what it added (LST-152), in milliseconds. */
const closesAfterMs = 2500

interface Props {
  /** What is called so: "All", or a level. */
  title: string
  /** The channel's name. */
  channel: string
  attributes: readonly ChannelAttribute[]
  template: OfTemplate
  onClose: () => void
}

/** Attributes that a channel asks for, to be added to the template one by one or together (LST-142..LST-152). */
export function AddAttributes({ title, channel, attributes, template, onClose }: Props) {
  const { addOne, addAll, adding } = useAdding(template)
  const [done, setDone] = useState(false)
  const missing = attributes.filter(({ name }) => !attributeOf(template, name))
  const every = async () => {
    if (await addAll(missing)) setDone(true)
  }
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!done) return undefined
    const closing = setTimeout(() => close(), closesAfterMs)
    return () => clearTimeout(closing)
  }, [done])
  return (
    <Modal opened onClose={onClose} title="Add Attributes" size={560}>
      <p className="subtle">
        Adds {channel}’s {title === 'All' ? '' : `${title.toLowerCase()} `}attributes to this template. The listing
        fills each from the attribute with the same name.
      </p>
      <ul className={classes.toAdd} aria-label="Attributes to add">
        {attributes.map((attribute) => (
          <li key={attribute.name} className={classes.adding}>
            <span className="grow">
              {attribute.name} <small className="subtle">{attribute.group}</small>
            </span>
            {missing.includes(attribute) ? (
              <Button
                size="xs"
                variant="default"
                aria-label={`Add ${attribute.name}`}
                loading={adding === attribute.name}
                disabled={adding !== undefined}
                onClick={() => void addOne(attribute)}
              >
                Add
              </Button>
            ) : (
              <span className={`row ${classes.added}`}>
                <Icon name="check" size="s" /> Added
              </span>
            )}
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={adding === ''} disabled={!missing.length || adding !== undefined} onClick={() => void every()}>
          Add All
        </Button>
      </DialogFooter>
    </Modal>
  )
}
