import type { SpawnOptions } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

import { findServerAccount, SERVER_ACCOUNTS, type UnixAccount } from './account.ts'
import { type Binaries, copyBinaries, findBinaries, linkLibraries } from './binaries.ts'
import type { EmbeddedOptions } from './options.ts'
import { runProgram } from './run-program.ts'

export type Installation = {
	dir: string
	binaries: Binaries
	account: UnixAccount | null
	spawnOptions: SpawnOptions
	major: number
	dataDir: string
	logFile: string
}

function environment(libraryPath: string | null): NodeJS.ProcessEnv {
	// PG_GRANDPARENT_PID lets PostgreSQL recognize its own stale lock file in a restarted container.
	const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/', LC_ALL: 'C', TZ: 'UTC', PG_GRANDPARENT_PID: String(process.ppid) }
	return libraryPath ? { ...env, LD_LIBRARY_PATH: libraryPath } : env
}

const readVersion = async (binaries: Binaries, options: SpawnOptions) => (await runProgram(binaries.postgres, ['-V'], options)).output

async function chooseBinaries(found: Binaries, install: { dir: string; account: UnixAccount | null; options: SpawnOptions }) {
	try {
		return { binaries: found, version: await readVersion(found, install.options) }
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException
		if (!install.account || code !== 'EACCES') throw new Error(`cannot execute ${found.postgres}: ${message}`, { cause: error })
	}
	// Use a copy, because the server's account can't enter the directory of an installation by root.
	const binaries = copyBinaries(found, install.dir)
	try {
		return { binaries, version: await readVersion(binaries, install.options) }
	} catch (error) {
		throw new Error(
			`cannot execute ${binaries.postgres} as uid ${install.account.uid}: ${(error as Error).message}. Every directory above ${install.dir} must be searchable by that account.`,
			{ cause: error },
		)
	}
}

/** Prepares the directories and binaries. The server's account must be able to execute the binaries. */
export async function prepareInstallation(options: EmbeddedOptions): Promise<Installation> {
	const dir = path.resolve(options.dir)
	const found = findBinaries()
	const account = findServerAccount(SERVER_ACCOUNTS)
	fs.mkdirSync(dir, { recursive: true, mode: 0o755 })
	const spawnOptions = { env: environment(linkLibraries(found.native, dir)), cwd: '/', ...account }
	const { binaries, version } = await chooseBinaries(found, { dir, account, options: spawnOptions })
	const major = Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1])
	if (!major) throw new Error(`the PostgreSQL program does not run: ${version.trim()}`)
	return { dir, binaries, account, spawnOptions, major, dataDir: path.join(dir, `pg${major}`), logFile: path.join(dir, `pg${major}.log`) }
}
