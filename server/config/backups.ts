import { z } from 'zod'

import { flag, type Problem } from './variable.ts'

/** Variables of the scheduled backups of the embedded database. */
export const backupVariables = {
	BACKUPS_ENABLED: flag.default(true),
	BACKUP_DIR: z.string().optional(),
	/** Bucket of Amazon S3 or a compatible service, with an optional folder. */
	BACKUP_S3_URL: z.url({ protocol: /^https?$/ }).optional(),
	BACKUP_S3_REGION: z.string().default('auto'),
	BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
	BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
	BACKUP_AGE_RECIPIENT: z
		.string()
		.regex(/^age1[02-9ac-hj-np-z]+$/, 'must be an age public key: age1…')
		.optional(),
}

type Env = z.output<z.ZodObject<typeof backupVariables>>

/** Finds backup settings that require another setting. */
export function findBackupProblems(env: Env): Problem[] {
	if (env.BACKUP_S3_URL === undefined) return []
	const needed = ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const
	const missing = needed
		.filter((name) => env[name] === undefined)
		.map((variable) => ({ variable, message: 'is needed with BACKUP_S3_URL' }))
	const hasBucket = new URL(env.BACKUP_S3_URL).pathname.length > 1
	const noBucket = { variable: 'BACKUP_S3_URL', message: 'must name the bucket: https://s3.example.com/bucket' }
	const both = { variable: 'BACKUP_DIR', message: 'and BACKUP_S3_URL are both set; keep one' }
	return [...missing, ...(hasBucket ? [] : [noBucket]), ...(env.BACKUP_DIR === undefined ? [] : [both])]
}

/** Returns the location of the backups; null if they are turned off. A null `dir` is the folder `backups` in the data folder. */
export const toBackupConfig = (env: Env) =>
	env.BACKUPS_ENABLED
		? {
				dir: env.BACKUP_DIR ?? null,
				s3:
					env.BACKUP_S3_URL === undefined
						? null
						: {
								url: env.BACKUP_S3_URL,
								region: env.BACKUP_S3_REGION,
								keyId: env.BACKUP_S3_ACCESS_KEY_ID ?? '',
								secret: env.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
							},
				/** Public key for encryption; null for none. */
				recipient: env.BACKUP_AGE_RECIPIENT ?? null,
			}
		: null
