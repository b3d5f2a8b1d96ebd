import { S3mini } from 's3mini'

export type S3Settings = {
	/** URL of the bucket, optionally with a folder: `https://s3.example.com/bucket/academy`. */
	url: string
	region: string
	keyId: string
	secret: string
}

/**
 * Opens a client for Amazon S3 or a compatible service.
 * @returns the client, and the prefix of all keys
 */
export function openBucket({ url, region, keyId, secret }: S3Settings, timeoutMs: number): { client: S3mini; base: string } {
	const { origin, pathname } = new URL(url)
	const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
	const client = new S3mini({
		endpoint: `${origin}/${bucket}`,
		region,
		accessKeyId: keyId,
		secretAccessKey: secret,
		requestAbortTimeout: timeoutMs,
	})
	return { client, base: folders.map((folder) => `${folder}/`).join('') }
}
