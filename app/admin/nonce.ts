import { createContext } from 'react'

/** Nonce of this document; empty in the browser, which hides nonces from scripts. */
export const NonceContext = createContext('')
