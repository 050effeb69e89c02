import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { Icon } from './icon.tsx'
import classes from './toast.module.css'

/** How long a toast stays (NAV-089), in milliseconds. */
export const toastMs = 5000

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
  tone: 'success' | 'danger' | 'info'
  title: string
  action?: Action
}

const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`

function show({ tone, title, detail, action, about }: Toast) {
  const id = newId()
  if (about) forget(about)
  const data: NotificationData & { id: string } = {
    id,
    'data-about': about,
    'data-tone': tone,
    classNames: { root: classes.toast, title: classes.title, description: classes.detail, closeButton: classes.close },
    role: tone === 'danger' ? 'alert' : 'status',
    icon: <Icon name={tone === 'success' ? 'check-circle' : 'alert'} />,
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
    autoClose: tone === 'danger' ? false : toastMs,
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
  for (const one of [...shown, ...queue])
    if (one.id && one['data-about'] === about && one['data-tone'] === 'danger') notifications.hide(one.id)
}

export const toast = {
  success: (title: string, more?: More) => show({ tone: 'success', title, ...more }),
  info: (title: string, more?: More) => show({ tone: 'info', title, ...more }),
  /** Says what was done and offers to take it back. */
  undo: (title: string, undo: () => void, more?: More) =>
    show({ tone: 'success', title, action: { label: 'Undo', run: undo }, ...more }),
  /** Stays until closed. `detail` says what it means; `action` is the remedy. */
  error: (title: string, detail?: string, action?: Action, about: string = title) =>
    show({ tone: 'danger', title, detail, action, about }),
  forget,
}
