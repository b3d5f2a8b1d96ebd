import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { readZip } from '#tests/setup/read-zip.ts'

import { zipFile, type ZipEntry } from './zip-file.ts'

async function* entriesOf(...entries: ZipEntry[]) {
	yield* entries
}

async function pack(...entries: ZipEntry[]): Promise<Buffer> {
	const parts: Buffer[] = []
	for await (const part of zipFile(entriesOf(...entries), new Date('2026-11-20T23:15:31Z'))) parts.push(part)
	return Buffer.concat(parts)
}

test('what goes in comes out, empty and large, in order', async () => {
	const entries = [
		{ name: 'README.txt', content: Buffer.from('read me') },
		{ name: 'empty.csv', content: Buffer.alloc(0) },
		{ name: 'files/big.bin', content: Buffer.alloc(300_000, 'abc') },
	]
	expect(readZip(await pack(...entries))).toEqual(entries)
})

test('the first entry is laid out as APPNOTE 4.3.7 says: date, checksum, sizes, name, bytes', async () => {
	const file = await pack({ name: 'a.txt', content: Buffer.from('hello') })
	expect(file.readUInt32LE(0)).toBe(0x04034b50)
	expect(file.readUInt16LE(10)).toBe((23 << 11) | (15 << 5) | 15)
	expect(file.readUInt16LE(12)).toBe(((2026 - 1980) << 9) | (11 << 5) | 20)
	expect(file.readUInt32LE(14)).toBe(crc32('hello'))
	const packed = file.readUInt32LE(18)
	expect([file.readUInt32LE(22), file.readUInt16LE(26), file.toString('ascii', 30, 35)]).toEqual([5, 5, 'a.txt'])
	expect(inflateRawSync(file.subarray(35, 35 + packed)).toString()).toBe('hello')
})

test('an archive without entries is one that readers accept', async () => {
	expect(readZip(await pack())).toEqual([])
})
