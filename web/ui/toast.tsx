import { notifications } from '@mantine/notifications'
import { Icon } from './icon.tsx'
import classes from './toast.module.css'

/** How long a toast stays (NAV-089), in milliseconds. */
export const toastMs = 5000

interface Action {
  label: string
  run: () => void
}

function show(tone: 'success' | 'danger' | 'info', title: string, detail?: string, action?: Action) {
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
  notifications.show({
    id,
    classNames: { root: classes.toast, title: classes.title, description: classes.detail, closeButton: classes.close },
    'data-tone': tone,
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
    // A failure stays until it is read; everything else goes by itself.
    autoClose: tone === 'danger' ? false : toastMs,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}

export const toast = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  /** Says what was done and offers to take it back. */
  undo: (message: string, undo: () => void) => show('success', message, undefined, { label: 'Undo', run: undo }),
  /** Stays until closed. `detail` says what it means; `action` is the remedy. */
  error: (message: string, detail?: string, action?: Action) => show('danger', message, detail, action),
}
