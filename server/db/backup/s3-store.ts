import { openBucket, type S3Settings } from './open-bucket.ts'
import { type BackupStore, compareFileNames } from './store.ts'

/** Request timeout: longer than an upload of 8 MiB takes on a slow line. */
const TIMEOUT_MS = 120_000

export function openS3Store(settings: S3Settings): BackupStore {
	const { url } = settings
	const { client, base } = openBucket(settings, TIMEOUT_MS)
	return {
		name: url,
		async list(folder) {
			const objects = (await client.listObjects('/', base + folder)) ?? []
			return objects.map(({ Key, Size }) => ({ name: Key.slice(base.length), bytes: Number(Size) })).toSorted(compareFileNames)
		},
		async read(name) {
			const bytes = await client.getObjectArrayBuffer(base + name)
			if (!bytes) throw new Error(`${name} is missing in ${url}`)
			return new Uint8Array(bytes)
		},
		async write(name, bytes) {
			const answer = await client.putObject(base + name, bytes, 'application/octet-stream')
			if (!answer.ok) throw new Error(`${url} refused ${name}: ${answer.status}`)
		},
		async remove(names) {
			for (const name of names) await client.deleteObject(base + name)
		},
		readSpace: () => null,
	}
}
