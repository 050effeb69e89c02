import type { ReactNode } from 'react'

/** A product's picture by the letters of its SKU, on a sheet of 48 × 48. */
export const drawings: Record<string, ReactNode> = {
  CND: (
    <>
      <rect x="15" y="19" width="18" height="20" rx="2.5" fill="#7a5138" />
      <rect x="18" y="25" width="12" height="8" rx="1" fill="#f6f1e7" />
      <ellipse cx="24" cy="19" rx="9" ry="2" fill="#efe4cb" />
      <path d="M24 9q4 5 0 8-4-3 0-8" fill="#e9a93c" />
    </>
  ),
  MUG: (
    <>
      <path d="M33 20h3.5a4.5 4.5 0 0 1 0 11H33" fill="none" stroke="#9c3a31" strokeWidth="3" />
      <path d="M12 15h22v19a5 5 0 0 1-5 5H17a5 5 0 0 1-5-5z" fill="#b3443b" />
      <ellipse cx="23" cy="15" rx="11" ry="2.6" fill="#d98b83" />
    </>
  ),
  LNS: (
    <>
      <circle cx="24" cy="24" r="16" fill="#2a2c30" />
      <circle cx="24" cy="24" r="11.5" fill="#17191c" />
      <circle cx="24" cy="24" r="8" fill="#31506b" />
      <circle cx="24" cy="24" r="4" fill="#1d2c49" />
      <circle cx="20.5" cy="20.5" r="2" fill="#cfdbe6" />
    </>
  ),
  TEE: (
    <>
      <path d="M18 9q6 4 12 0l9 5-4 9-4-2v18H17V21l-4 2-4-9z" fill="#b3443b" />
      <path d="M18 9q6 4 12 0l-1.6-.8q-4.4 2.6-8.8 0z" fill="#8c332c" />
    </>
  ),
  LMP: (
    <>
      <path d="M23 23h2v12h-2z" fill="#6b6f76" />
      <path d="M18 9h12l5 14H13z" fill="#40795a" />
      <rect x="17" y="34" width="14" height="5" rx="2" fill="#b7ac9c" />
    </>
  ),
}
