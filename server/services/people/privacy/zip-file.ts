import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

export type ZipEntry = { /** Plain ASCII path with `/`. */ name: string; content: Buffer }

const DEFLATE = 8
const VERSION = 20

/** Converts a time to the MS-DOS format: two-second steps, without a time zone; we write UTC. */
function dosTime(time: Date): { date: number; time: number } {
	return {
		date: ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
		time: (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
	}
}

/** Packs fields of two or four bytes, little-endian, in the order of the specification (APPNOTE 4.3). */
function pack(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
	const packed = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
	let at = 0
	for (const [bytes, value] of fields) {
		at = packed.writeUIntLE(value, at, bytes)
	}
	return packed
}

/**
 * Creates a ZIP file of at most 4 GB and 65,535 entries.
 * @param time modification time of all entries
 */
export async function* zipFile(entries: AsyncIterable<ZipEntry>, time: Date): AsyncGenerator<Buffer> {
	const stamp = dosTime(time)
	const directory: Buffer[] = []
	let offset = 0
	for await (const { name, content } of entries) {
		const packed = await deflate(content)
		const path = Buffer.from(name)
		const shared = [
			[2, 0],
			[2, DEFLATE],
			[2, stamp.time],
			[2, stamp.date],
			[4, crc32(content)],
			[4, packed.length],
			[4, content.length],
			[2, path.length],
			[2, 0],
		] as const
		const head = Buffer.concat([pack([[4, 0x04034b50], [2, VERSION], ...shared]), path])
		directory.push(
			Buffer.concat([pack([[4, 0x02014b50], [2, VERSION], [2, VERSION], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), path]),
		)
		offset += head.length + packed.length
		yield head
		yield packed
	}
	const list = Buffer.concat(directory)
	const count = directory.length
	yield Buffer.concat([
		list,
		pack([
			[4, 0x06054b50],
			[2, 0],
			[2, 0],
			[2, count],
			[2, count],
			[4, list.length],
			[4, offset],
			[2, 0],
		]),
	])
}
