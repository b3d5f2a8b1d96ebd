import { loadSecrets } from './server-secret.ts'
import { type Keeper, readRecentKeys } from './signing-keys.ts'

/**
 * Loads every key before a request begins its transaction: loading inside one would need a second connection, which a
 * full pool could never give. Once they are loaded it costs a look at the signing keys every second.
 */
export async function prepareKeys(keeper: Keeper): Promise<void> {
	await Promise.all([loadSecrets(keeper.db), readRecentKeys(keeper)])
}
