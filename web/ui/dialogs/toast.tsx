import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { Icon, type IconName } from '../images/icon.tsx'
import classes from './toast.module.css'
import { newId } from '../../new-id.ts'

/** How long a toast stays (NAV-089), and an alert of a publish panel (LST-021), in milliseconds. */
export const toastMs = 5000
const alertMs = 10_000

interface Action {
  label: string
  run: () => void
}
interface More {
  /** Numbers and consequences. */
  detail?: string
  /** What it is about, e.g. `product 12`. A new message about the same thing removes old failures, so that none outlives its remedy. */
  about?: string
}
interface Toast extends More {
  tone: 'success' | 'danger' | 'warning' | 'info'
  title: string
  action?: Action
  /** How long it stays, whatever its tone. */
  staysMs?: number
}

const icons: Record<Toast['tone'], IconName> = {
  success: 'check-circle',
  danger: 'alert',
  warning: 'warning',
  info: 'alert',
}

function show({ tone, title, detail, action, about, staysMs }: Toast) {
  const id = newId()
  if (about) forget(about)
  const data: NotificationData & { id: string } = {
    id,
    'data-about': about,
    'data-tone': tone,
    classNames: { root: classes.toast, title: classes.title, description: classes.detail, closeButton: classes.close },
    role: tone === 'danger' ? 'alert' : 'status',
    icon: <Icon name={icons[tone]} />,
    title: detail ? title : undefined,
    message: (
      <span className={classes.message}>
        <span>{detail ?? title}</span>
        {action && (
          <button
            type="button"
            className={classes.action}
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </span>
    ),
    // A failure stays until it is closed; everything else disappears after a while.
    autoClose: staysMs ?? (tone === 'danger' ? false : toastMs),
    closeButtonProps: { 'aria-label': 'Close' },
    // Under the pointer it stays by itself; whoever comes with the keyboard has as much time.
    onFocus: () => void notifications.update({ ...data, autoClose: false }),
    onBlur: () => void notifications.update(data),
  }
  notifications.show(data)
}

/** Removes failures about this: it has worked since, or has failed again. */
function forget(about: string): void {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const notification of [...shown, ...queue])
    if (notification.id && notification['data-about'] === about && notification['data-tone'] === 'danger')
      notifications.hide(notification.id)
}

const saying = (staysMs?: number) => ({
  success: (title: string, more?: More) => show({ tone: 'success', title, staysMs, ...more }),
  info: (title: string, more?: More) => show({ tone: 'info', title, staysMs, ...more }),
  warning: (title: string, more?: More) => show({ tone: 'warning', title, staysMs, ...more }),
  /** Says what was done and offers to take it back. */
  undo: (title: string, undo: () => void, more?: More) =>
    show({ tone: 'success', title, staysMs, action: { label: 'Undo', run: undo }, ...more }),
  /** Says what was done and offers the way on. */
  next: (title: string, action: Action) => show({ tone: 'success', title, staysMs, action }),
  /** `detail` says what it means; `action` is the remedy. */
  error: (title: string, detail?: string, action?: Action, about: string = title) =>
    show({ tone: 'danger', title, staysMs, detail, action, about }),
})

/** Failures stay until they are closed. */
export const toast = { ...saying(), forget }

/** The same in the publish panels, which keep what a channel said: everything goes by itself. */
export const panelAlert = saying(alertMs)
