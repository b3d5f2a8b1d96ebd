import { sql } from 'kysely'
import fs from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '#server/config/config.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readLastBackup } from '#server/services/platform/backups/record-backup.ts'

import { type CheckFamily, type DiskSpace, fixVerdict, okVerdict, type CheckInputs, type CheckVerdict, warnVerdict } from './check.ts'

const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..', '..', '..')
const HOUR_MS = 3_600_000
const BACKUP_DUE_MS = 48 * HOUR_MS
const GIGABYTE = 1e9
const MIN_NODE = 24
const MIN_POSTGRES = 15

async function readSpace(folder: string): Promise<DiskSpace> {
	const { bavail, blocks, bsize } = await fs.statfs(folder)
	return { free: bavail * bsize, total: blocks * bsize }
}

/** Reads the size of the disk that holds the data or, without a data folder (remote database), the program. */
export const readDisk = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<DiskSpace> =>
	readSpace(path.resolve(PROJECT_DIR, dataDir)).catch(() => readSpace(PROJECT_DIR))

async function checkBackup(ctx: ServiceContext): Promise<CheckVerdict> {
	const { takenAt, folder } = await readLastBackup(ctx)
	const how = 'The server takes one every day; if it didn’t, its log says why. To take one now, run "npm run backup" (docs/backup.md).'
	const state = ctx.config.isLive ? fixVerdict : warnVerdict
	if (!takenAt) return state('no backup was ever taken', how)
	const age = ctx.now().getTime() - takenAt.getTime()
	const found = `the last one is ${Math.round(age / HOUR_MS)} hours old (${folder ?? 'by other tools'})`
	return age < BACKUP_DUE_MS ? okVerdict(found) : state(found, how)
}

async function checkDisk({ readDisk }: CheckInputs): Promise<CheckVerdict> {
	const { free, total } = await readDisk()
	const share = free / total
	const found = `${(free / GIGABYTE).toFixed(1)} GB free, ${Math.round(share * 100)}%`
	const how = 'Delete old backups and logs from this disk, or add more space.'
	if (free < GIGABYTE) return fixVerdict(found, how)
	return share < 0.1 && free < 10 * GIGABYTE ? warnVerdict(found, how) : okVerdict(found)
}

const checkNode = (version: string): CheckVerdict =>
	Number.parseInt(version.replace('v', ''), 10) >= MIN_NODE
		? okVerdict(version)
		: fixVerdict(`${version} is too old`, `Use "npm start", which includes Node ${MIN_NODE}.`)

async function checkPostgres({ db }: ServiceContext): Promise<CheckVerdict> {
	const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
	const version = rows[0]?.version ?? ''
	return Number.parseInt(version, 10) >= MIN_POSTGRES
		? okVerdict(version)
		: fixVerdict(`${version} is too old`, `Upgrade the server of DATABASE_URL to PostgreSQL ${MIN_POSTGRES}.`)
}

async function checkProgram({ db }: ServiceContext, { programVersion }: CheckInputs): Promise<CheckVerdict> {
	const { rows } = await sql<{ name: string | null }>`select max(name) as name from public._migration`.execute(db)
	return okVerdict(`Launchway ${programVersion}, database at ${rows[0]?.name ?? 'nothing'}`)
}

export const machineChecks: CheckFamily = {
	name: 'Machine',
	checks: [
		{ id: 'backup', what: 'A backup was taken in the last two days', why: 'A broken disk would destroy every order and account.' },
		{ id: 'disk', what: 'The disk has free space', why: 'A full disk stops every purchase.' },
		{ id: 'node', what: 'Node is new enough', why: 'Older versions get no security fixes and lack features the server needs.' },
		{ id: 'postgresql', what: 'PostgreSQL is new enough', why: 'The server needs features of version 18.' },
		{ id: 'program', what: 'Program and database have the same version', why: 'For questions and reports.' },
	],
	run: async (ctx, around) => ({
		backup: await checkBackup(ctx),
		disk: await checkDisk(around),
		node: checkNode(around.nodeVersion),
		postgresql: await checkPostgres(ctx),
		program: await checkProgram(ctx, around),
	}),
}
