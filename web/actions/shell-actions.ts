import type { Action } from './action.ts'

/** What the shell does on every page. */
export const shellActions = {
  switchTheme: {
    name: 'Switch theme',
    icon: 'moon',
    needs: 'session',
  },
  collapseSidebar: {
    name: 'Collapse sidebar',
    short: 'Collapse',
    icon: 'collapse',
    needs: 'session',
  },
  contactSupport: {
    name: 'Contact Support',
    icon: 'help',
    needs: 'session',
  },
  showShortcuts: {
    name: 'Keyboard shortcuts',
    icon: 'keyboard',
    needs: 'session',
  },
  logOut: {
    name: 'Logout',
    icon: 'logout',
    needs: 'session',
  },
} satisfies Record<string, Action>
