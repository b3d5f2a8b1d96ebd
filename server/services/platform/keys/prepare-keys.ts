import { loadSecrets } from './server-secret.ts'
import { type Keeper, readRecentKeys } from './signing-keys.ts'

/**
 * Loads every key before a request begins its transaction: loading inside one needs a second connection, which a full pool
 * cannot give. Once they are loaded it costs one check of the signing keys per second.
 */
export async function prepareKeys(keeper: Keeper): Promise<void> {
	await Promise.all([loadSecrets(keeper), readRecentKeys(keeper)])
}
