import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZipEntry = { /** Plain ASCII path with `/`. */ name: string; content: Buffer }

/**
 * Creates a ZIP file.
 * @param time modification time of all entries
 */
export async function* zipFile(entries: AsyncIterable<ZipEntry>, time: Date): AsyncGenerator<Buffer> {
	const zip = new ZipFile()
	const output = zip.outputStream as Readable
	const pack = async () => {
		for await (const { name, content } of entries) {
			if (output.destroyed) return // the client has disconnected
			zip.addBuffer(content, name, { mtime: time })
		}
		zip.end()
	}
	void pack().catch((error: Error) => output.destroy(error))
	yield* output as AsyncIterable<Buffer>
}
