import { storedWord } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

export type CookieChoice = 'accepted' | 'declined'

/** The visitor's cookie choice. Nothing optional may run unless this reads 'accepted'. */
export const cookieChoice = storedWord<CookieChoice>(storageKeys.cookieConsent, ['accepted', 'declined'])
