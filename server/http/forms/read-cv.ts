import type { CvFile } from '#server/services/people/support/receive-application.ts'

/** An empty file field is posted as a file without name and bytes. */
export async function readCv(file: unknown): Promise<CvFile | null> {
	if (!(file instanceof File) || (file.size === 0 && file.name === '')) return null
	return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}
