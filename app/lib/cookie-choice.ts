import { storedWord } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

export type CookieChoice = 'accepted' | 'declined'

/** The visitor's cookie choice. Optional scripts may run only if it is 'accepted'. */
export const cookieChoice = storedWord<CookieChoice>(storageKeys.cookieConsent, ['accepted', 'declined'])
