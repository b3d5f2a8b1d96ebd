import { loadSecrets } from './server-secret.ts'
import { type KeyContext, readRecentKeys } from './signing-keys.ts'

/**
 * Loads all keys before a request starts its transaction: loading inside one needs a second connection, which an exhausted pool
 * can't provide. Once loaded, this costs one check per second.
 */
export async function prepareKeys(keeper: KeyContext): Promise<void> {
	await Promise.all([loadSecrets(keeper), readRecentKeys(keeper)])
}
