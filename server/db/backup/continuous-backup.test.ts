import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { makeCluster, makeDir, query, start } from '#tests/setup/embedded-dir.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { takeBaseBackup } from './base-backup.ts'
import { type FullBackup, findLogPieces, backupPartName } from './catalog.ts'
import { LogCopier } from './copy-log.ts'
import { planRestore, restoreToTime } from './restore-to-time.ts'
import { removeOldBackups } from './retention.ts'
import { createKeyPair, createDecrypter, createSeal } from './seal.ts'
import { type BackupStore, openFolderStore } from './store.ts'

async function openAcademy(options: { recipient?: string; store?: (folder: BackupStore) => BackupStore } = {}) {
	const dir = await makeCluster()
	const server = await start(dir, { settings: {} })
	await query(server, "create table _migration as select '0007_seven.sql' as name, now() as applied_at")
	const { host, port, user, database, dataDir } = server
	const connection = { host, port, user, database }
	const backupDir = makeDir()
	const folder = openFolderStore(backupDir)
	const store = options.store?.(folder) ?? folder
	const seal = await createSeal(options.recipient ?? null)
	const client = new pg.Client(connection)
	client.on('error', () => {})
	await client.connect()
	onTestFinished(() => client.end().catch(() => {}))
	const place = { connection, store, seal, dataDir, now: () => new Date() }
	const log = new LogCopier(place)
	onTestFinished(() => log.close())
	const never = new AbortController().signal
	return {
		server,
		backupDir,
		folder,
		client,
		log,
		newLog: () => new LogCopier(place),
		copyLog: () => log.copy(),
		takeBase: (signal = never) =>
			takeBaseBackup({ connection, dataDir }, { store, seal, series: log.series ?? '', signal, now: place.now }),
		write: (id: number) => client.query('insert into kept values ($1)', [id]),
	}
}

async function restore(store: BackupStore, at: Date | null, key: string | null = null) {
	const to = makeDir()
	const plan = await planRestore(store, at)
	await restoreToTime({ store, open: await createDecrypter(key) }, plan, to)
	const server = await start(to)
	const ids = (await query(server, 'select id from kept order by id')) as { id: number }[]
	await server.stop()
	return { ids: ids.map(({ id }) => id) }
}

const moment = async () => {
	await sleep(20)
	const now = new Date()
	await sleep(20)
	return now
}

test('everything backed up survives, and any moment after the first full backup can be restored', async () => {
	const { copyLog, takeBase, write, client, folder, server } = await openAcademy()
	await copyLog()
	await write(2)
	await takeBase()
	await write(3)
	const afterThree = await moment()
	await write(4)
	await copyLog()
	await client.query('delete from kept where id = 2')
	// Switches to the next segment twice, so that partial segments are replaced by whole ones.
	let early: Awaited<ReturnType<typeof planRestore>> | null = null
	for (let id = 5; id < 8; id += 1) {
		await write(id)
		await copyLog()
		early ??= await planRestore(folder, null)
		await client.query('select pg_switch_wal()')
	}
	const beforeTheFire = await moment()
	await copyLog()
	await client.end()
	await server.stop()
	fs.rmSync(path.dirname(server.dataDir), { recursive: true })

	expect((await restore(folder, null)).ids).toEqual([1, 3, 4, 5, 6, 7])
	// This plan names partial segments that the server has replaced since.
	const back = makeDir()
	if (early) await restoreToTime({ store: folder, open: await createDecrypter(null) }, early, back)
	expect(fs.existsSync(path.join(back, 'pg18'))).toBe(true)
	expect((await restore(folder, afterThree)).ids).toEqual([1, 2, 3])
	// Nothing was written after this moment, so PostgreSQL never reaches it.
	expect((await restore(folder, beforeTheFire)).ids).toEqual([1, 3, 4, 5, 6, 7])
	await expect(restore(folder, new Date(0))).rejects.toThrow(/^the first backup in .+ was finished at 2/)
	const pieces = findLogPieces(await folder.list(''), (await planRestore(folder, null)).base.series)
	expect(new Set(pieces.slice(0, 2).map(({ end }) => end % 2 ** 24))).toEqual(new Set([0]))
})

test('encrypted backups can be read with the secret key only, and no file contains plain text', async () => {
	const { identity, recipient } = await createKeyPair()
	const { copyLog, takeBase, client, folder, backupDir } = await openAcademy({ recipient })
	await copyLog()
	await takeBase()
	await client.query("create table words as select 'a sentence that everyone can read' as word")
	await copyLog()
	for (const { name } of (await folder.list('')).filter((file) => !file.name.endsWith('.json')))
		expect(fs.readFileSync(path.join(backupDir, name), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
	expect((await restore(folder, null, `# created today\n${identity}\n`)).ids).toEqual([1])
	await expect(restore(folder, null)).rejects.toThrow('the backup is encrypted; name the file of its secret key with --key')
	await expect(restore(folder, null, (await createKeyPair()).identity)).rejects.toThrow(/no identity matched|key/)
	await expect(createSeal('age1nonsense')).rejects.toThrow('Unknown letter')
})

test('damaged, missing and incomplete parts are refused by name and leave an empty folder', async () => {
	const { copyLog, takeBase, write, folder, backupDir } = await openAcademy()
	await copyLog()
	const base: FullBackup = await takeBase()
	for (const id of [2, 3, 4]) {
		await write(id)
		await copyLog()
	}
	const at = await moment()
	const pieces = findLogPieces(await folder.list(''), base.series).filter(({ start: from }) => from >= base.stop)
	const to = makeDir()
	const refusal = async (spoil: () => void, time: Date | null = null) => {
		const copy = makeDir()
		fs.cpSync(backupDir, copy, { recursive: true })
		spoil()
		const failure: unknown = await planRestore(folder, time)
			.then(async (plan) => restoreToTime({ store: folder, open: await createDecrypter(null) }, plan, to))
			.catch((error: unknown) => error)
		fs.rmSync(backupDir, { recursive: true })
		fs.cpSync(copy, backupDir, { recursive: true })
		expect(fs.readdirSync(to)).toEqual([])
		return failure instanceof Error ? failure.message.split(backupDir).join('') : failure
	}
	const flip = (name: string) => {
		const bytes = fs.readFileSync(path.join(backupDir, name))
		bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
		fs.writeFileSync(path.join(backupDir, name), bytes)
	}
	const part = backupPartName(base, 0)
	const piece = pieces[1]?.name ?? ''
	expect(await refusal(() => flip(part))).toBe(`${part} is damaged: its checksum differs`)
	expect(await refusal(() => fs.rmSync(path.join(backupDir, part)))).toContain(`${part} is missing or can’t be read`)
	expect(await refusal(() => flip(piece))).toContain(`${piece} is damaged: `)
	expect(await refusal(() => fs.rmSync(path.join(backupDir, piece)), at)).toMatch(/^the log in {2}has a gap after 2/)
	// Without a target time, the restore ends at the gap, before which everything is intact.
	fs.rmSync(path.join(backupDir, piece))
	expect((await restore(folder, null)).ids).toEqual([1, 2])
})

test.runIf(isLong)('a full or missing destination fails the backup and keeps the old one; the log copy catches up later', async () => {
	let isFull = false
	const { copyLog, takeBase, write, folder, log, client } = await openAcademy({
		store: (inner) => ({
			...inner,
			async write(name, bytes) {
				if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
				await inner.write(name, bytes)
			},
		}),
	})
	await copyLog()
	const first = await takeBase()
	isFull = true
	await write(2)
	await expect(takeBase()).rejects.toThrow('ENOSPC')
	await expect(copyLog()).rejects.toThrow('ENOSPC')
	isFull = false
	await write(3)
	await copyLog()
	expect((await planRestore(folder, null)).base.takenAt).toEqual(first.takenAt)
	expect((await restore(folder, null)).ids).toEqual([1, 2, 3])

	// The store was unavailable until PostgreSQL dropped the log, so a new series begins and needs a full backup.
	const series = log.series
	await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots')
	await write(4)
	await copyLog()
	expect(log.series).not.toBe(series)
	await takeBase()
	expect((await restore(folder, null)).ids).toEqual([1, 2, 3, 4])
})

test('an interrupted backup doesn’t count, and the next one removes its files', async () => {
	const { copyLog, takeBase, folder, log, newLog, write } = await openAcademy()
	await copyLog()
	await folder.write(`${log.series}/base-2026-01-01T00-00-00.000Z/part-00001.tar.zst`, Buffer.from('unfinished'))
	await expect(takeBase(AbortSignal.abort())).rejects.toThrow('aborted')
	await expect(planRestore(folder, null)).rejects.toThrow(/^there is no backup in /)
	const [one, other] = await Promise.allSettled([takeBase(), takeBase()])
	expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
	expect((await folder.list('')).filter(({ name }) => name.includes('base-2026-01-01'))).toEqual([])

	// A restarted server continues the series at the point the store has reached.
	await write(2)
	const again = newLog()
	await again.copy()
	await again.close()
	expect(again.series).toBe(log.series)
	expect((await restore(folder, null)).ids).toEqual([1, 2])
})

test('a full backup is read back: one that its store damaged is refused and doesn’t count', async () => {
	const { copyLog, takeBase, folder } = await openAcademy({
		store: (kept) => ({ ...kept, write: (name, bytes) => kept.write(name, name.includes('/part-') ? bytes.slice(1) : bytes) }),
	})
	await copyLog()
	await expect(takeBase()).rejects.toThrow(/part-.* is damaged: its checksum differs/)
	await expect(planRestore(folder, null)).rejects.toThrow(/./)
})

test.runIf(isLong)('a restored database starts a new series and keeps the old series’ files', async () => {
	const { copyLog, takeBase, folder, server, client, write } = await openAcademy()
	await copyLog()
	await takeBase()
	await write(2)
	await copyLog()
	await client.end()
	await server.stop()
	const before = await folder.list('')

	const back = makeDir()
	await restoreToTime({ store: folder, open: await createDecrypter(null) }, await planRestore(folder, null), back)
	const restored = await start(back)
	const second = new pg.Client({ host: restored.host, port: restored.port, user: restored.user, database: restored.database })
	await second.connect()
	const { dataDir } = restored
	const connection = { host: restored.host, port: restored.port, user: 'postgres', database: 'postgres' }
	const log = new LogCopier({ connection, store: folder, seal: await createSeal(null), dataDir, now: () => new Date() })
	await log.copy()
	await second.query('insert into kept values (9)')
	await log.copy()
	await log.close()
	const options = {
		store: folder,
		seal: await createSeal(null),
		series: log.series ?? '',
		signal: new AbortController().signal,
		now: () => new Date(),
	}
	await takeBaseBackup({ connection, dataDir }, options)
	await second.end()
	await restored.stop()
	const names = (await folder.list('')).map(({ name }) => name)
	expect(names).toEqual(expect.arrayContaining(before.map(({ name }) => name)))
	expect((await restore(folder, null)).ids).toEqual([1, 2, 9])
	// Both series belong to one database, so the limit removes the older one.
	const database = (log.series ?? '').split('/')[0] ?? ''
	const { kept } = await removeOldBackups(folder, database, 0)
	expect(kept.map(({ series }) => series)).toEqual([log.series])
	expect((await folder.list('')).every(({ name }) => name.startsWith(`${log.series}/`))).toBe(true)
	expect((await restore(folder, null)).ids).toEqual([1, 2, 9])
})
