import { storedWord } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

export type CookieChoice = 'accepted' | 'declined'

/** The visitor's cookie choice. Nothing optional may run unless this reads 'accepted'. */
export const cookieChoice = storedWord<CookieChoice>(storageKeys.cookieConsent, ['accepted', 'declined'])
