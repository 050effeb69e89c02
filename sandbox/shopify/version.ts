/** The one version that the simulator answers in. */
export const apiVersion = '2026-07'
export const maxVariants = 2048
export const maxOptions = 3
