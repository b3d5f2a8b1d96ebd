import { createContext } from 'react'

/** Nonce of this document; empty in the browser, which hides it. */
export const NonceContext = createContext('')
