import { Button, Modal } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { useSession } from '../session.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './support-dialog.module.css'

/** How long "Copied" stays (NAV-104), in milliseconds. */
const copiedMs = 1200

let open = false
const listeners = new Set<() => void>()
const set = (next: boolean) => {
  open = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const openSupport = () => set(true)

/** What somebody who helps has to know; nothing secret. */
const details = (email: string, organization: string) =>
  [`Page: ${location.pathname}`, `Organization: ${organization}`, `Account: ${email}`, `Browser: ${navigator.userAgent}`].join('\n')

/** Help on a self-hosted installation comes from whoever runs it: this gathers what they need. */
export function SupportDialog() {
  const opened = useSyncExternalStore(subscribe, () => open)
  const user = useSession()
  const clipboard = useClipboard({ timeout: copiedMs })
  const text = details(user?.email ?? '', user?.clientName ?? '')
  return (
    <Modal opened={opened} onClose={() => set(false)} title="Contact Support" size={620}>
      <div className="stack">
        <p className="muted">
          This Motto runs on your organization’s own machine, and nothing leaves it by itself. Write to the person who looks after it, and
          paste these details, so that they see what you see.
        </p>
        <pre className={classes.details}>{text}</pre>
        <div className="row wrap">
          <Button leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />} onClick={() => clipboard.copy(text)}>
            {clipboard.copied ? 'Copied' : 'Copy details'}
          </Button>
          <Button variant="default" component="a" href="/contact">
            Contact
          </Button>
        </div>
      </div>
    </Modal>
  )
}
