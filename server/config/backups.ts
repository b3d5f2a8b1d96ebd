import { z } from 'zod'

import { type bucketVariables, findBucketConfigProblems, toBucketConfig } from './buckets.ts'
import { flag, type ConfigProblem } from './variable.ts'

export const backupVariables = {
	BACKUPS_ENABLED: flag.default(true),
	BACKUP_DIR: z.string().optional(),
	BACKUP_AGE_RECIPIENT: z
		.string()
		.regex(/^age1[02-9ac-hj-np-z]+$/, 'must be an age public key: age1…')
		.optional(),
}

type Env = z.output<z.ZodObject<typeof backupVariables & typeof bucketVariables>>

export function findBackupConfigProblems(env: Env): ConfigProblem[] {
	const both = { variable: 'BACKUP_DIR', message: 'and BACKUP_S3_URL are both set; keep one' }
	return [...findBucketConfigProblems(env, 'BACKUP'), ...(env.BACKUP_S3_URL === undefined || env.BACKUP_DIR === undefined ? [] : [both])]
}

/** Returns the location of the backups; null if they are turned off. A null `dir` is the folder `backups` in the data folder. */
export const toBackupConfig = (env: Env) =>
	env.BACKUPS_ENABLED
		? {
				dir: env.BACKUP_DIR ?? null,
				s3: toBucketConfig(env, 'BACKUP'),
				/** Public key for encryption; null for none. */
				recipient: env.BACKUP_AGE_RECIPIENT ?? null,
			}
		: null
