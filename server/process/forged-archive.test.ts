import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'

import type { Manifest } from '#server/db/archive/manifest.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { inFolder, makeTarget, makeWholeAcademy, rowsOf, VIDEO } from '#tests/releases/whole-academy.ts'
import { makeDir } from '#tests/setup/embedded-dir.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { readZip } from '#tests/setup/read-zip.ts'

import { exportArchive, importArchive } from './archive.ts'

const silently = { log: createLogger('error', () => {}) }
const now = () => new Date('2026-11-26T12:00:00Z')
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function exportAcademy() {
	const academy = await makeWholeAcademy()
	const file = path.join(makeDir(), 'academy.zip')
	await exportArchive(academy.place, { file, hasSecrets: false, now }, silently)
	return { ...academy, file, entries: new Map(readZip(fs.readFileSync(file)).map(({ name, content }) => [name, content])) }
}

const BOMB_BYTES = 50_000_000

/**
 * Replaces an unsafe file name with a harmless one of the same length: the zip library refuses unsafe names, so the test overwrites the
 * harmless one afterwards.
 */
const harmless = (name: string) => name.replaceAll(/^\/|\.\./g, (part) => 'x'.repeat(part.length))

async function pack(files: readonly { name: string; content: Buffer }[]): Promise<Buffer> {
	const zip = new ZipFile()
	// Compress only the bomb: compressing every file of every forgery would take longer than the imports.
	for (const { name, content } of files) zip.addBuffer(content, harmless(name), { mtime: now(), compress: content.length >= BOMB_BYTES })
	zip.end()
	const packed = (await buffer(zip.outputStream)).toString('latin1')
	const harmful = files.filter(({ name }) => name !== harmless(name))
	return Buffer.from(
		harmful.reduce((text, { name }) => text.replaceAll(harmless(name), name), packed),
		'latin1',
	)
}

/** Changes files of an archive. Their size and SHA-256 in the manifest are updated, unless `change` returns their names. */
async function forge(entries: ReadonlyMap<string, Buffer>, change: (files: Map<string, Buffer>, manifest: Manifest) => string[] | void) {
	const files = new Map(entries)
	const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
	const unlisted = change(files, manifest) ?? []
	for (const [name, content] of files)
		if (name in manifest.files && !unlisted.includes(name)) manifest.files[name] = { bytes: content.length, sha256: sha256(content) }
	if (files.has('manifest.json')) files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
	const file = path.join(makeDir(), 'forged.zip')
	fs.writeFileSync(file, await pack([...files].map(([name, content]) => ({ name: name.replace(/#.*$/, ''), content }))))
	return file
}

const edit = (files: Map<string, Buffer>, name: string, work: (text: string) => string) =>
	void files.set(name, Buffer.from(work(String(files.get(name))), 'utf8'))
const tableOf = (manifest: Manifest, name: string) => manifest.tables.find((table) => table.name === name)!
const ORDERS = 'tables/orders.csv'

type Forgery = [what: string, change: Parameters<typeof forge>[1], refusal: RegExp]

/** Forgeries detected from file names, sizes and the manifest, before any table is loaded. */
const FORGERIES: Forgery[] = [
	[
		'a name that leads out of the folder',
		(files) => void files.set('../../etc/passwd', Buffer.from('x')),
		/is damaged or not ours: invalid relative path/,
	],
	['an absolute name', (files) => void files.set('/etc/passwd', Buffer.from('x')), /is damaged or not ours: absolute path/],
	['a file twice', (files) => void files.set(`${ORDERS}#2`, Buffer.from('x')), /contains tables\/orders.csv twice/],
	[
		'a file that is not listed',
		(files) => void files.set('tables/extra.csv', Buffer.from('x')),
		/contains tables\/extra.csv, which is not in its manifest.json/,
	],
	['a missing file', (files) => void files.delete(ORDERS), /is damaged: tables\/orders.csv is missing/],
	[
		'a table without its file',
		(files, manifest) => void (files.delete(ORDERS) && delete manifest.files[ORDERS]),
		/is damaged: tables\/orders.csv is missing$/,
	],
	['no manifest', (files) => void files.delete('manifest.json'), /is not an archive of npm run export: it has no manifest.json/],
	[
		'another program’s manifest',
		(_, manifest) => void Object.assign(manifest, { format: 'wordpress' }),
		/is not an archive of npm run export$/,
	],
	[
		'a newer format',
		(_, manifest) => void Object.assign(manifest, { formatVersion: 2 }),
		/is from a newer version of Launchway; update the program first/,
	],
	[
		'a newer schema',
		(_, manifest) => void (manifest.migrations['9999_later.sql'] = sha256(Buffer.from('x'))),
		/is from a newer version of Launchway, with 9999_later.sql/,
	],
	[
		'a changed migration',
		(_, manifest) => void (manifest.migrations['0001_roles.sql'] = sha256(Buffer.from('x'))),
		/is from another program/,
	],
	[
		'a manifest with a wrong field',
		(_, manifest) => void Object.assign(tableOf(manifest, 'orders'), { rows: -1 }),
		/tables\.\d+\.rows in manifest.json is wrong/,
	],
	['a file of another size', (files) => (edit(files, ORDERS, (text) => `${text}x`), [ORDERS]), /the size of tables\/orders.csv differs/],
	[
		'a table of PostgreSQL',
		(_, manifest) => void (tableOf(manifest, 'orders').name = 'pg_catalog.pg_authid'),
		/manifest.json lists pg_catalog.pg_authid, which archives never contain/,
	],
	[
		'a table that is left out',
		(_, manifest) => void (tableOf(manifest, 'orders').name = 'auth.sessions'),
		/lists auth.sessions, which archives never contain/,
	],
	['a table twice', (_, manifest) => void manifest.tables.push(tableOf(manifest, 'orders')), /lists a table twice/],
	[
		'a column that is not there',
		(_, manifest) => void tableOf(manifest, 'orders').columns.push('id" from auth.users --'),
		/the columns of orders in manifest.json differ/,
	],
	[
		'a sequence that is not there',
		(_, manifest) => void manifest.sequences.push({ name: 'pgboss.x', last_value: '1', is_called: true }),
		/lists the sequence pgboss.x/,
	],
]

/** Forgeries detected only while tables are loaded. Each needs a new schema, so these tests are slow. */
const REFUSED_IN_LOADING: Forgery[] = [
	[
		'a changed cell',
		(files) => (edit(files, ORDERS, (text) => text.replace('usd', 'eur')), [ORDERS]),
		/^tables\/orders.csv was changed or is damaged: its SHA-256 differs; nothing/,
	],
	[
		'a changed cell with a new hash',
		(files) => edit(files, ORDERS, (text) => text.replace('usd', 'eur')),
		/^orders was not imported exactly; nothing was imported/,
	],
	[
		'a row twice',
		(files) => edit(files, ORDERS, (text) => text + text.slice(text.indexOf('\n') + 1)),
		/^tables\/orders.csv can’t be loaded: duplicate key .*; nothing was imported/,
	],
	[
		'a NUL byte',
		(files) => edit(files, ORDERS, (text) => text.replace('usd', 'u\0d')),
		/^tables\/orders.csv can’t be loaded: .*0x00; nothing was imported/,
	],
	[
		'another column',
		(files) => edit(files, ORDERS, (text) => text.replace('id,', 'ad,')),
		/^tables\/orders.csv can’t be loaded: .*; nothing was imported/,
	],
	[
		'rows whose parents are missing',
		(files, manifest) => {
			edit(files, 'tables/auth.users.csv', (text) => text.slice(0, text.indexOf('\n') + 1))
			Object.assign(tableOf(manifest, 'auth.users'), { rows: 0, digest: '0/0' })
		},
		/violates foreign key constraint .*; nothing was imported/,
	],
	[
		'an upload that is too short',
		(files) => void files.set([...files.keys()].find((name) => name.endsWith('.mp4')) ?? '', VIDEO.subarray(1)),
		/^tables\/media_chunks.csv can’t be loaded: .*\.mp4 is shorter than its table says; nothing was imported/,
	],
	[
		'an upload that is too long',
		(files) => void files.set([...files.keys()].find((name) => name.endsWith('.mp4')) ?? '', Buffer.concat([VIDEO, VIDEO])),
		/\.mp4 is longer than its table says; nothing was imported/,
	],
	[
		'a changed cell of the table of uploads',
		(files) => (edit(files, 'tables/media_chunks.csv', (text) => text.replace('.mp4', '.mp3')), ['tables/media_chunks.csv']),
		/^tables\/media_chunks.csv .*; nothing was imported/,
	],
	[
		'a changed line end of the table of uploads',
		(files) => (edit(files, 'tables/media_chunks.csv', (text) => text.replace(/\n$/, ' ')), ['tables/media_chunks.csv']),
		/^tables\/media_chunks.csv was changed or is damaged: its SHA-256 differs; nothing was imported/,
	],
	[
		'a part of an upload that would fill the memory',
		(files) => edit(files, 'tables/media_chunks.csv', (text) => text.replace(/,524288\n/, ',9000000000\n')),
		/media_chunks has a file part with the wrong size; nothing was imported/,
	],
]

test('a forged archive is refused with one message and leaves nothing', async () => {
	const forgeries = isLong ? [...FORGERIES, ...REFUSED_IN_LOADING] : FORGERIES
	const { entries, file: genuine, connection } = await exportAcademy()
	const target = await makeTarget()
	for (const [what, change, refusal] of forgeries) {
		const file = await forge(entries, change)
		const failure: unknown = await importArchive(file, target.place, silently).catch((error: unknown) => error)
		const message = failure instanceof Error ? failure.message : 'was imported'
		expect({ what, message: refusal.test(message) ? 'as expected' : message, lines: message.split('\n').length }).toEqual({
			what,
			message: 'as expected',
			lines: 1,
		})
	}
	// This import fails if a rejected one has left any rows behind.
	await importArchive(genuine, target.place, silently)
	expect((await rowsOf(target.connection))['orders']).toEqual((await rowsOf(connection))['orders'])
})

test('a file that isn’t an archive, is truncated, or unpacks to more than declared is refused', async () => {
	const { file: genuine, entries } = await exportAcademy()
	const dir = makeDir()
	const bytes = fs.readFileSync(genuine)
	const refusal = (name: string, content: Buffer) => {
		const file = path.join(dir, name)
		fs.writeFileSync(file, content)
		return importArchive(file, inFolder(path.join(dir, 'data')), silently).catch(String)
	}
	expect(await refusal('empty.zip', Buffer.alloc(0))).toMatch(/empty.zip is not a ZIP file, or is truncated/)
	expect(await refusal('cut.zip', bytes.subarray(0, bytes.length / 2))).toMatch(/cut.zip is not a ZIP file, or is truncated/)
	await expect(importArchive(path.join(dir, 'none.zip'), inFolder(dir), silently)).rejects.toThrow(/ENOENT/)
	expect(fs.existsSync(path.join(dir, 'data'))).toBe(false)

	// A zip bomb declares a small size in its directory.
	const bomb = await forge(entries, (files) => void files.set(ORDERS, Buffer.alloc(BOMB_BYTES, 'x')))
	const spoiled = fs.readFileSync(bomb)
	const at = spoiled.lastIndexOf(Buffer.from(ORDERS)) - 46
	spoiled.writeUInt32LE(1000, at + 24)
	expect(spoiled.length).toBeLessThan(10_000_000)
	expect(await refusal('bomb.zip', spoiled)).toMatch(/differs from manifest.json/)
})
