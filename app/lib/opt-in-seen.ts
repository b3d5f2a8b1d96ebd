import { storedWord } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** `true` once the opt-in was shown in this browser or an email was entered; the opt-in then stays closed. */
export const optInSeen = storedWord(storageKeys.emailOptInSeen, ['true'])
