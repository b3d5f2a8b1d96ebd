import { createContext, useContext } from 'react'

/** Course whose certificate is shown; null for the main one. */
export const CertificateCourse = createContext<{ id: string; path: string } | null>(null)

export const useCertificateCourse = () => useContext(CertificateCourse)
