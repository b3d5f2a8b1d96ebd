import path from 'node:path'

import type { S3Settings } from './open-bucket.ts'
import { createSeal, type Seal } from './seal.ts'
import { type BackupStore, openFolderStore } from './store.ts'

export type BackupSettings = { dir: string | null; s3: S3Settings | null; recipient: string | null }

/**
 * Opens the backup location: the configured bucket or folder, otherwise the folder `backups` in the data folder.
 * @param dataDir the data folder, absolute
 */
export async function openBackupStore({ dir, s3 }: BackupSettings, dataDir: string): Promise<BackupStore> {
	if (s3) return (await import('./s3-store.ts')).openS3Store(s3)
	return openFolderStore(dir === null ? path.join(dataDir, 'backups') : path.resolve(dir))
}

/**
 * Creates the seal for the configured public key.
 * @throws Error that names the variable if the public key is wrong
 */
export async function createConfiguredSeal({ recipient }: BackupSettings): Promise<Seal> {
	try {
		return await createSeal(recipient)
	} catch (error) {
		throw new Error(`BACKUP_AGE_RECIPIENT: ${(error as Error).message}`, { cause: error })
	}
}
