import type { Db } from '#server/context.ts'

import { loadSecrets } from './server-secret.ts'
import { readRecentKeys } from './signing-keys.ts'

/**
 * Loads every key before a request begins its transaction: loading inside one would need a second connection, which a
 * full pool could never give. Once they are loaded it costs a look at the signing keys every minute.
 */
export async function prepareKeys(db: Db, now: Date): Promise<void> {
	await Promise.all([loadSecrets(db), readRecentKeys(db, now)])
}
