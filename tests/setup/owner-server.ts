import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { changeFileOwner, findServerAccount, SERVER_ACCOUNTS } from '#server/db/embedded/account.ts'
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
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

/** Starts the system's PostgreSQL, as Debian installs it, in a new folder. */
async function startInstalled(version: string, parent: string): Promise<Address & { stop: () => Promise<void> }> {
	const programs = `/usr/lib/postgresql/${version}/bin`
	if (!fs.existsSync(programs)) throw new Error(`PostgreSQL ${version} is not installed: apt-get install postgresql-${version}`)
	const account = findServerAccount(SERVER_ACCOUNTS)
	const dir = path.join(parent, 'owner')
	fs.mkdirSync(dir)
	changeFileOwner(account, dir)
	const data = path.join(dir, 'data')
	const made = await runProgram(
		path.join(programs, 'initdb'),
		['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
		{ ...account, cwd: dir },
	)
	if (made.code !== 0) throw new Error(`initdb failed: ${made.output}`)
	const settings = Object.entries({ ...FAST_SETTINGS, listen_addresses: '', unix_socket_directories: dir, jit: 'off' })
	const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
	const stop = runAside(path.join(programs, 'postgres'), ['-D', data, ...args], dir)
	const address = { host: dir, port: 5432 }
	await waitForServer({ ...address, user: 'postgres', database: 'postgres' })
	return { ...address, stop }
}

/**
 * Starts a server whose database belongs to an unprivileged login, created as documented.
 * @param version '15' to '17' from the system, '18' for the embedded one
 */
export async function startOwnerServer(version: string, dir: string) {
	const server =
		version === '18' ? await ensureEmbedded({ dir, lifeline: true, settings: FAST_SETTINGS }) : await startInstalled(version, dir)
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
