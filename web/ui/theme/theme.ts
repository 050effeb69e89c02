import { Button, createTheme, localStorageColorSchemeManager } from '@mantine/core'
import control from '../inputs/control.module.css'
import overlay from '../dialogs/overlay.module.css'

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'motto-theme' })

const input = {
  size: 'sm' as const,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
}
/** The list itself scrolls: a box around it would be one more thing to reach with the keyboard. */
const list = { withScrollArea: false }
const onFilled = (color: unknown) => (color === 'red' ? 'var(--on-danger)' : 'var(--on-accent)')
/** As the theme's variables: Mantine writes its own sizes on each button, where no style sheet reaches them. */
const buttonSize = (size: unknown) => ({
  '--button-height': size === 'xs' ? 'var(--control-sm)' : 'var(--control-h)',
  '--button-padding-x': size === 'xs' ? '9px' : '12px',
  '--button-fz': '13px',
})
const inputClasses = {
  classNames: {
    input: control.input,
    wrapper: control.wrapper,
    label: control.label,
    description: control.hint,
    error: control.error,
  },
}
/** A list is styled by its field's own name, not by Combobox's. */
const listClasses = { dropdown: overlay.dropdown, options: overlay.options, option: overlay.option }
const withList = { classNames: { ...inputClasses.classNames, ...listClasses } }

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'sm',
  focusRing: 'auto',
  fontSizes: { xs: '11px', sm: '13px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px' },
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-3)',
    xl: 'var(--shadow-3)',
  },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px', lineHeight: '28px' }, h2: { fontSize: '14px', lineHeight: '20px' } },
  },
  colors: {
    petrol: [
      '#e4f5f8',
      '#cde9ee',
      '#aad3dd',
      '#81cfde',
      '#5fb4c6',
      '#2f93a8',
      '#12778c',
      '#045f73',
      '#004e5e',
      '#003c49',
    ],
  },
  components: {
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 28 },
      classNames: { root: control.iconButton },
    },
    Anchor: { classNames: { root: control.anchor } },
    Autocomplete: { defaultProps: list, classNames: listClasses },
    Button: Button.extend({
      defaultProps: { size: 'sm', loaderProps: { size: 12 } },
      classNames: { root: control.button, label: control.buttonLabel, loader: control.loader },
      vars: (_, { variant = 'filled', color, size }) => ({
        root: { ...buttonSize(size), ...(variant === 'filled' && { '--button-color': onFilled(color) }) },
      }),
    }),
    // Not by `Checkbox.extend`: it only returns what it is given, and would bring its script to pages without one.
    Checkbox: {
      defaultProps: { size: 'xs' },
      classNames: { input: control.check, label: control.checkLabel },
      vars: () => ({ root: { '--checkbox-color': 'var(--accent)', '--checkbox-icon-color': 'var(--on-accent)' } }),
    },
    Combobox: { defaultProps: { shadow: 'md' }, classNames: listClasses },
    Input: { defaultProps: { size: 'sm' }, classNames: { input: control.input, wrapper: control.wrapper } },
    InputWrapper: {
      defaultProps: input,
      classNames: { label: control.label, description: control.hint, error: control.error, required: control.required },
    },
    Loader: { defaultProps: { type: 'oval', size: 14 } },
    Menu: {
      defaultProps: { shadow: 'md', position: 'bottom-end', offset: 6, withInitialFocusPlaceholder: false },
      classNames: { dropdown: overlay.dropdown, item: overlay.item, label: overlay.label, divider: overlay.divider },
    },
    Modal: {
      // A dialog's head is no banner of the page.
      defaultProps: {
        radius: 'lg',
        size: 440,
        yOffset: '12vh',
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
      },
      classNames: {
        content: overlay.dialog,
        header: overlay.dialogHeader,
        title: overlay.dialogTitle,
        body: overlay.dialogBody,
      },
    },
    MultiSelect: { defaultProps: { ...input, ...list }, ...withList },
    NativeSelect: { defaultProps: input },
    NumberInput: { defaultProps: { ...input, hideControls: true }, ...inputClasses },
    PasswordInput: { defaultProps: input },
    Pill: { classNames: { root: control.pill } },
    // Inside the shell's landmark; see `AppShell`.
    Popover: {
      defaultProps: { shadow: 'md', portalProps: { target: '#overlays' } },
      classNames: { dropdown: overlay.dropdown },
    },
    Select: { defaultProps: { ...input, ...list, allowDeselect: false }, ...withList },
    Skeleton: { defaultProps: { radius: 'xs' } },
    Switch: { defaultProps: { size: 'xs' }, classNames: { label: control.checkLabel, track: control.track } },
    TagsInput: { defaultProps: { ...input, ...list }, ...withList },
    Textarea: { defaultProps: input, classNames: { input: control.textarea } },
    TextInput: { defaultProps: input },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false }, classNames: { tooltip: overlay.tooltip } },
  },
})
