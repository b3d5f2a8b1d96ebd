import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'

import { openBucket as openClient } from '#server/db/backup/open-bucket.ts'

const BUCKET = 'academy'
/** The only keys that s3rver knows. */
const KEYS = { keyId: 'S3RVER', secret: 'S3RVER' }

/**
 * Starts an S3-compatible server with one bucket on loopback. `LAUNCHWAY_TEST_S3` names another one, as
 * `http://key:secret@host:port/bucket`.
 */
export async function openBucket() {
	const other = process.env['LAUNCHWAY_TEST_S3']
	const named = other === undefined ? null : new URL(other)
	const server = new S3rver({
		port: 0,
		address: '127.0.0.1',
		silent: true,
		directory: mkdtempSync(path.join(tmpdir(), 'bucket-')),
		configureBuckets: [{ name: BUCKET, configs: [] }],
	})
	const { port } = await server.run()
	let isOpen = true
	const stop = async () => {
		if (isOpen) await server.close()
		isOpen = false
	}
	onTestFinished(stop)
	const url = named
		? `${named.origin}${named.pathname}/${path.basename(mkdtempSync(path.join(tmpdir(), 'x-')))}`
		: `http://127.0.0.1:${port}/${BUCKET}/uploads`
	const keys = named ? { keyId: named.username, secret: named.password } : KEYS
	const { client, base } = openClient({ url, region: 'us-east-1', ...keys }, 30_000)
	return {
		settings: { url, region: 'us-east-1', ...keys },
		env: {
			UPLOADS_S3_URL: url,
			UPLOADS_S3_REGION: 'us-east-1',
			UPLOADS_S3_ACCESS_KEY_ID: keys.keyId,
			UPLOADS_S3_SECRET_ACCESS_KEY: keys.secret,
		},
		stop,
		/** Keys of all files, below the folder of the URL. */
		list: async () => ((await client.listObjects('/', base)) ?? []).map(({ Key }) => Key.slice(base.length)),
	}
}
