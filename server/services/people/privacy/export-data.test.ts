import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'

import { readZip } from '#tests/setup/read-zip.ts'

import { type ZipEntry, zipFile } from './export-data.ts'

async function* entriesOf(...entries: ZipEntry[]) {
	yield* entries
}

const pack = (...entries: ZipEntry[]) => buffer(zipFile(entriesOf(...entries), new Date('2026-11-20T23:15:31Z')))

test('entries are read back as written, empty and large, in order', async () => {
	const entries = [
		{ name: 'README.txt', content: Buffer.from('read me') },
		{ name: 'empty.csv', content: Buffer.alloc(0) },
		{ name: 'files/big.bin', content: Buffer.alloc(300_000, 'abc') },
	]
	expect(readZip(await pack(...entries))).toEqual(entries)
})

test('an archive without entries is readable', async () => {
	expect(readZip(await pack())).toEqual([])
})

test('an error of an entry ends the file with that error', async () => {
	async function* failing() {
		yield { name: 'a.txt', content: Buffer.from('a') }
		throw new Error('the table is away')
	}
	await expect(buffer(zipFile(failing(), new Date()))).rejects.toThrow('the table is away')
})
