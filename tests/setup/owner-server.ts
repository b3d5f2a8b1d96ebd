import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { changeFileOwner, findServerAccount, SERVER_ACCOUNTS } from '#server/db/embedded/account.ts'
import { type Binaries, copyBinaries, findBinaries, linkLibraries, PACKAGE } from '#server/db/embedded/binaries.ts'
import { runProgram } from '#server/db/embedded/run-program.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const DOCS = path.join(ROOT, 'docs', 'configuration.md')
const START_LIMIT_MS = 60_000

type Address = { host: string; port: number }

export const FAST_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }

/** Reads the statements that the documentation gives to administrators. */
export function readStatements(): string[] {
	const [, , text = ''] = /## A database of your own\n(.*?)```sql\n(.*?)```/s.exec(fs.readFileSync(DOCS, 'utf8')) ?? []
	return text.split('\n').filter(Boolean)
}

/** Runs a program, as an account that PostgreSQL accepts, until `stop`. */
function runAside(file: string, args: string[], dir: string) {
	const log = fs.openSync(path.join(dir, `${path.basename(file)}.log`), 'a')
	const child = spawn(file, args, {
		...findServerAccount(SERVER_ACCOUNTS),
		cwd: dir,
		stdio: ['ignore', log, log],
		env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
	})
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
	process.once('exit', () => child.kill('SIGKILL'))
	return async () => {
		child.kill('SIGINT')
		await ended
	}
}

async function waitForServer(config: pg.ClientConfig): Promise<void> {
	for (const deadline = Date.now() + START_LIMIT_MS; ; await sleep(50)) {
		const client = new pg.Client(config)
		client.on('error', () => {})
		try {
			await client.connect()
			return await client.end()
		} catch (error) {
			if (Date.now() > deadline) throw error
		}
	}
}

/** Package versions of the PostgreSQL versions other than 18, which the project itself uses. */
const OTHER_VERSIONS: Partial<Record<string, string>> = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' }

/** Finds PostgreSQL's programs. Those of another version are first installed below node_modules/.cache. */
async function findVersion(version: string): Promise<Binaries> {
	const exact = OTHER_VERSIONS[version]
	if (exact === undefined) return findBinaries()
	const folder = path.join(ROOT, 'node_modules', '.cache', `postgresql-${version}`)
	const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', folder]
	const { code, output } = await runProgram('npm', ['install', ...options, `${PACKAGE}@${exact}`], {})
	if (code !== 0) throw new Error(`npm could not install PostgreSQL ${exact}: ${output}`)
	return findBinaries(PACKAGE, path.join(folder, 'package.json'))
}

async function startServer(version: string, parent: string): Promise<Address & { stop: () => Promise<void> }> {
	const found = await findVersion(version)
	const account = findServerAccount(SERVER_ACCOUNTS)
	const dir = path.join(parent, 'owner')
	fs.mkdirSync(dir)
	changeFileOwner(account, dir)
	linkLibraries(found.native, dir)
	const programs = copyBinaries(found, dir)
	const data = path.join(dir, 'data')
	const made = await runProgram(
		programs.initdb,
		['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
		{ ...account, cwd: dir },
	)
	if (made.code !== 0) throw new Error(`initdb failed: ${made.output}`)
	const settings = Object.entries({ ...FAST_SETTINGS, listen_addresses: '', unix_socket_directories: dir, jit: 'off' })
	const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
	const stop = runAside(programs.postgres, ['-D', data, ...args], dir)
	const address = { host: dir, port: 5432 }
	await waitForServer({ ...address, user: 'postgres', database: 'postgres' })
	return { ...address, stop }
}

/** Starts PostgreSQL 15 to 18 with a database that belongs to an unprivileged login, created as documented. */
export async function startOwnerServer(version: string, dir: string) {
	const server = await startServer(version, dir)
	const address = { host: server.host, port: server.port }
	const run = async (user: string, statements: string[]) => {
		const client = new pg.Client({ ...address, user, database: 'postgres' })
		await client.connect()
		for (const statement of statements) await client.query(statement)
		await client.end()
	}
	// The administrator of a managed service isn't a superuser.
	await run('postgres', ['create role administrator login createrole createdb'])
	await run('administrator', readStatements())
	return { address, stop: () => server.stop() }
}

/** Starts pgbouncer in transaction mode before a server. The variable PGBOUNCER names the program if it isn't on the path. */
export async function startPgbouncer({ host, port }: Address, parent: string) {
	const dir = path.join(parent, 'pool')
	fs.mkdirSync(dir)
	changeFileOwner(findServerAccount(SERVER_ACCOUNTS), dir)
	fs.writeFileSync(path.join(dir, 'users.txt'), '"academy" ""\n"postgres" ""\n')
	const file = path.join(dir, 'pgbouncer.ini')
	const settings = {
		unix_socket_dir: dir,
		listen_port: 6432,
		auth_type: 'trust',
		auth_file: path.join(dir, 'users.txt'),
		pool_mode: 'transaction',
	}
	const sizes = { default_pool_size: 5, max_client_conn: 2000, max_prepared_statements: 200 }
	const lines = Object.entries({ ...settings, ...sizes }).map(([name, value]) => `${name} = ${value}`)
	fs.writeFileSync(file, [`[databases]`, `* = host=${host} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'))
	const stop = runAside(process.env['PGBOUNCER'] ?? 'pgbouncer', [file], dir)
	const address = { host: dir, port: 6432 }
	await waitForServer({ ...address, user: 'academy', database: 'academy' })
	return { address, stop }
}
