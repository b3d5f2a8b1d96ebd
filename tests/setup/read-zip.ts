import { crc32, inflateRawSync } from 'node:zlib'

const DIRECTORY_END = 22

/** Reads a ZIP file through its central directory, like other programs. @throws Error for a wrong checksum or signature */
export function readZip(file: Buffer): { name: string; content: Buffer }[] {
	const end = file.length - DIRECTORY_END
	if (file.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of directory')
	const count = file.readUInt16LE(end + 10)
	let at = file.readUInt32LE(end + 16)
	if (at + file.readUInt32LE(end + 12) !== end) throw new Error('the directory is not where it says')
	const entries: { name: string; content: Buffer }[] = []
	for (let entry = 0; entry < count; entry += 1) {
		if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry of the directory')
		const nameLength = file.readUInt16LE(at + 28)
		const head = file.readUInt32LE(at + 42)
		const start = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28)
		const content = inflateRawSync(file.subarray(start, start + file.readUInt32LE(at + 20)))
		if (crc32(content) !== file.readUInt32LE(at + 16)) throw new Error('wrong checksum')
		entries.push({ name: file.toString('utf8', at + 46, at + 46 + nameLength), content })
		at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
	}
	return entries
}
