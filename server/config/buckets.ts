import { z } from 'zod'

import type { ConfigProblem } from './variable.ts'

const url = z.url({ protocol: /^https?$/ }).optional()

/** Variables of buckets of Amazon S3 or a compatible service, for backups and uploads. A URL may end with a folder. */
export const bucketVariables = {
	BACKUP_S3_URL: url,
	BACKUP_S3_REGION: z.string().default('auto'),
	BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
	BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
	UPLOADS_S3_URL: url,
	UPLOADS_S3_REGION: z.string().default('auto'),
	UPLOADS_S3_ACCESS_KEY_ID: z.string().optional(),
	UPLOADS_S3_SECRET_ACCESS_KEY: z.string().optional(),
}

type Env = z.output<z.ZodObject<typeof bucketVariables>>
type Use = 'BACKUP' | 'UPLOADS'

export function findBucketConfigProblems(env: Env, use: Use): ConfigProblem[] {
	const address = env[`${use}_S3_URL`]
	if (address === undefined) return []
	const missing = ([`${use}_S3_ACCESS_KEY_ID`, `${use}_S3_SECRET_ACCESS_KEY`] as const)
		.filter((name) => env[name] === undefined)
		.map((variable) => ({ variable, message: `is needed with ${use}_S3_URL` }))
	const noBucket = { variable: `${use}_S3_URL`, message: 'must name the bucket: https://s3.example.com/bucket' }
	return [...missing, ...(new URL(address).pathname.length > 1 ? [] : [noBucket])]
}

export function toBucketConfig(env: Env, use: Use) {
	const address = env[`${use}_S3_URL`]
	if (address === undefined) return null
	return {
		url: address,
		region: env[`${use}_S3_REGION`],
		keyId: env[`${use}_S3_ACCESS_KEY_ID`] ?? '',
		secret: env[`${use}_S3_SECRET_ACCESS_KEY`] ?? '',
	}
}
