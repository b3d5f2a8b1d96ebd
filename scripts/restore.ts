/**
 * `npm run restore -- --data-dir <empty folder> [--at <time>]`: creates a data folder from the scheduled backups, as of now or of
 * a time, and tests it. Without a folder, only prints what it would do. `--from` names another backup location, or a copy made by
 * `npm run backup -- --to`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { BACKUP_MANIFEST_FILE } from '#server/db/backup/format.ts'
import { openBackupStore } from '#server/db/backup/open-store.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { planRestore, requireEmptyFolder, restoreToTime, type RestorePlan } from '#server/db/backup/restore-to-time.ts'
import { createDecrypter } from '#server/db/backup/seal.ts'
import { readConfig } from '#server/process/environment.ts'

import { fromHere, runAsCommand, UsageError } from './operate.ts'
import { root } from './run-command.ts'

const OPTIONS = {
	from: { type: 'string' },
	at: { type: 'string' },
	'data-dir': { type: 'string' },
	key: { type: 'string' },
	database: { type: 'string' },
} as const

function parseTime(text: string | undefined): Date | null {
	if (text === undefined) return null
	const time = new Date(text)
	if (Number.isNaN(time.getTime())) throw new UsageError(`--at ${text} is not a valid time; write it as 2026-11-26T14:05:00Z`)
	return time
}

async function openStore(from: string | undefined) {
	const { backups, dataDir } = readConfig(process.env)
	if (from !== undefined) return openBackupStore({ dir: fromHere(from), s3: null, recipient: null }, '')
	return openBackupStore(backups ?? { dir: null, s3: null, recipient: null }, path.resolve(root, dataDir))
}

function presentPlan({ base, pieces, copiedUntil, at, bytes }: RestorePlan, place: string): string {
	const to = at === null || copiedUntil < at ? `the end of the log at ${copiedUntil.toISOString()}` : at.toISOString()
	return `From ${place}: the full backup of ${base.takenAt.toISOString()}, then ${pieces.length} pieces of the log to ${to}. ${Math.ceil(bytes / 2 ** 20)} MB are read.`
}

async function restoreCopy(from: string, dataDir: string | undefined): Promise<void> {
	if (dataDir === undefined) throw new UsageError('npm run restore -- --from <folder> --data-dir <empty folder>')
	const { takenAt } = await restoreBackup(from, fromHere(dataDir))
	console.log(`Everything as of ${takenAt} is in ${fromHere(dataDir)}. Start with DATA_DIR=${fromHere(dataDir)} and the .env of that time.`)
}

async function run(): Promise<void> {
	const { values } = parseArgs({ options: OPTIONS })
	const { from, 'data-dir': dataDir, key } = values
	if (from !== undefined && fs.existsSync(path.join(fromHere(from), BACKUP_MANIFEST_FILE))) return restoreCopy(fromHere(from), dataDir)
	const at = parseTime(values.at)
	if (dataDir !== undefined) requireEmptyFolder(fromHere(dataDir))
	const open = await createDecrypter(key === undefined ? null : fs.readFileSync(fromHere(key), 'utf8'))
	const store = await openStore(from)
	const plan = await planRestore(store, at, values.database)
	console.log(presentPlan(plan, store.name))
	if (dataDir === undefined) return console.log('Nothing was changed. Add --data-dir <empty folder> to restore it there.')
	const begun = performance.now()
	const last = await restoreToTime({ store, open }, plan, fromHere(dataDir))
	const seconds = Math.ceil((performance.now() - begun) / 1000)
	console.log(
		`Restored to ${fromHere(dataDir)} in ${seconds} s. The last change in it is from ${(last ?? plan.base.finishedAt).toISOString()}.`,
	)
	console.log(`Start with DATA_DIR=${fromHere(dataDir)} and the .env of that time.`)
}

await runAsCommand(run)
