import { createContext, useContext } from 'react'

/** The course whose certificate is shown; null: the main one. */
export const CertificateCourse = createContext<{ id: string; path: string } | null>(null)

export const useCertificateCourse = () => useContext(CertificateCourse)
