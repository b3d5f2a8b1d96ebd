import { createContext } from 'react'

/** CSP nonce of this document; empty in the browser, which hides nonces from scripts. */
export const NonceContext = createContext('')
