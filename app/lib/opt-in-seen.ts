import { storedWord } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** `true` once this browser was asked for an address, or gave one: then the opt-in stays closed. */
export const optInSeen = storedWord(storageKeys.emailOptInSeen, ['true'])
