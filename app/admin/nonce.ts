import { createContext } from 'react'

/** Of this document; empty in the browser, which hides it. */
export const NonceContext = createContext('')
