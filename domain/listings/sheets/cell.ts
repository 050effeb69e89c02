export type Cell = string | number | boolean
