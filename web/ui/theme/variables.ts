import type { CSSVariablesResolver } from '@mantine/core'

const colours = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--subtle)',
  '--mantine-color-placeholder': 'var(--subtle)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--disabled)',
  '--mantine-color-disabled-border': 'var(--border)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
  '--mantine-color-petrol-filled': 'var(--accent)',
  '--mantine-color-petrol-filled-hover': 'var(--accent-hover)',
  '--mantine-color-red-filled': 'var(--danger-solid)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--danger-solid) 88%, black)',
  '--mantine-color-gray-light-color': 'var(--muted)',
  '--mantine-color-gray-light-hover': 'var(--hover)',
}

/** Hands our tokens to Mantine, so that both themes come from one file. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-font-size-sm': '13px' },
  light: colours,
  dark: colours,
})
