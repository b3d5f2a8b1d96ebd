import type { Db } from '#server/context.ts'

import { loadSecrets } from './server-secret.ts'
import { readSigningKeys } from './signing-keys.ts'

/**
 * Loads every key before a request begins its transaction: loading inside one would need a second connection, which a
 * full pool could never give. Costs nothing once they are loaded.
 */
export async function prepareKeys(db: Db, now: Date): Promise<void> {
	await Promise.all([loadSecrets(db), readSigningKeys(db, now)])
}
