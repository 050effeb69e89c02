import type { Action } from './action.ts'

/** What the shell does on every page. */
export const shellActions = {
  switchTheme: {
    name: 'Switch theme',
    icon: 'moon',
    synonyms: ['dark', 'light', 'mode', 'color', 'colour'],
    needs: 'session',
  },
  collapseSidebar: {
    name: 'Collapse sidebar',
    short: 'Collapse',
    icon: 'collapse',
    synonyms: ['menu', 'navigation', 'narrow'],
    needs: 'session',
  },
  contactSupport: {
    name: 'Contact Support',
    icon: 'help',
    synonyms: ['help', 'question', 'bug', 'problem', 'message'],
    needs: 'session',
  },
  showShortcuts: {
    name: 'Keyboard shortcuts',
    icon: 'keyboard',
    synonyms: ['keys', 'hotkeys', 'help'],
    needs: 'session',
  },
  logOut: {
    name: 'Logout',
    icon: 'logout',
    synonyms: ['log out', 'sign out', 'sign off', 'exit'],
    needs: 'session',
  },
} satisfies Record<string, Action>
