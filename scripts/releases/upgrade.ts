/**
 * `npm run upgrade -- <archive, folder or commit>`: installs a release below `releases` and lets it take over from the running
 * program, without a failed request. Without an argument, shows which program runs. If a step fails, the running program continues.
 * With DATABASE_URL, `--backup-taken` confirms that your own tools made a backup.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { home } from '#scripts/ensure.mjs'
import { runAsCommand, UsageError } from '#scripts/operate.ts'
import { type Earlier, folderOf, readProgram, recordProgram, RELEASES } from '#scripts/program.mjs'
import type { RecordQuestion } from '#scripts/supervisor/requests.ts'

import type { ReleaseInfo } from './about.ts'
import { findServer } from './find-server.ts'
import { installRelease } from './install.ts'
import { withReleaseLock } from './lock.ts'
import { unpackRelease } from './unpack.ts'

/** Number of earlier programs to keep. */
const KEPT = 3
const DRAFT = '.partial-'

/** Unpacks a release. One that was unpacked before is used unchanged. */
async function place(source: string): Promise<ReleaseInfo> {
	for (const name of fs.readdirSync(RELEASES))
		if (name.includes(DRAFT)) fs.rmSync(path.join(RELEASES, name), { recursive: true, force: true }) // left behind by a killed upgrade
	const draft = path.join(RELEASES, `${DRAFT}${process.pid}`)
	fs.mkdirSync(draft)
	try {
		const about = await unpackRelease(source, { repository: home, cwd: process.env['INIT_CWD'] ?? process.cwd(), to: draft })
		if (!fs.existsSync(folderOf(about.id))) fs.renameSync(draft, folderOf(about.id))
		return about
	} finally {
		fs.rmSync(draft, { recursive: true, force: true })
	}
}

/** Records the program for the next start, and the replaced one for a rollback. */
function record(id: string, { copy }: RecordQuestion): void {
	const { id: replaced, earlier } = readProgram()
	if (replaced === id) return // an upgrade that was killed after this step has already recorded it
	const step: Earlier = { id: replaced, replacedAt: new Date().toISOString(), copy }
	recordProgram({ id, earlier: [step, ...earlier].slice(0, KEPT) })
}

/** Removes releases that aren't in use and can't be rolled back to. */
function removeOthers(inUse: readonly string[]): void {
	const { id, earlier } = readProgram()
	const kept = new Set([...inUse, ...[id, ...earlier.map((step) => step.id)].map(folderOf)])
	for (const entry of fs.readdirSync(RELEASES, { withFileTypes: true })) {
		const folder = path.join(RELEASES, entry.name)
		if (entry.isDirectory() && !kept.has(folder)) fs.rmSync(folder, { recursive: true, force: true })
	}
}

const nameOf = (folder: string) => (folder === home ? `the program in ${home}` : path.basename(folder))

async function showStatus(): Promise<void> {
	const { status } = await findServer()
	console.log(`Running: ${nameOf(status.folder)}`)
	for (const { id, replacedAt, copy } of readProgram().earlier)
		console.log(`Until ${replacedAt}: ${nameOf(folderOf(id))}${copy ? `, data in ${copy.folder}` : ''}`)
}

async function upgrade(source: string, backupTaken: boolean): Promise<void> {
	await withReleaseLock('npm run upgrade', async (by) => {
		const { status, ask } = await findServer()
		os.setPriority(os.constants.priority.PRIORITY_LOW) // visitors have priority over unpacking and building
		const { id, commit } = await place(source)
		console.log(`Release ${id}${commit ? `, commit ${commit}` : ''}`)
		const folder = folderOf(id)
		if (folder === status.folder) return console.log('This program is already running.')
		await installRelease(folder, status.folder)
		const answers = { say: (line: string) => console.log(line), answer: (question: RecordQuestion) => record(id, question) }
		await ask({ do: 'upgrade', folder, by, backupTaken }, answers)
		console.log(`${id} is running. "npm run rollback" returns to ${nameOf(status.folder)}.`)
		removeOthers(status.folders)
	})
}

await runAsCommand(async () => {
	const { values, positionals } = parseArgs({ options: { 'backup-taken': { type: 'boolean', default: false } }, allowPositionals: true })
	const [source, ...more] = positionals
	if (more.length > 0) throw new UsageError('npm run upgrade -- <archive, folder or commit> [--backup-taken]')
	await (source === undefined ? showStatus() : upgrade(source, values['backup-taken']))
})
