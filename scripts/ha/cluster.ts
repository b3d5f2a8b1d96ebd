import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import type pg from 'pg'

import { root } from '#scripts/ensure.mjs'
import { type UnixAccount, findServerAccount, SERVER_ACCOUNTS, changeFileOwner } from '#server/db/embedded/account.ts'
import { findServersOf } from '#server/db/embedded/processes.ts'
import { withClient } from '#server/db/pools.ts'

import { findPrograms } from './prerequisites.ts'
import { type Command, endLeftovers, Program } from './program.ts'

const TEMPLATES = path.join(root, 'ops', 'ha')
const PASSWORDS = ['ACADEMY_PASSWORD', 'SUPERUSER_PASSWORD', 'REPLICATION_PASSWORD', 'PATRONI_PASSWORD']

/** Machine of the cluster: here, a loopback address and a folder. */
export type ClusterNode = { name: string; address: string; dir: string; values: Record<string, string> }

/** Reads the cluster's passwords; creates them on the first run. */
function keepPasswords(dir: string): Record<string, string> {
	const file = path.join(dir, 'passwords.json')
	if (!fs.existsSync(file)) {
		const made = PASSWORDS.map((name) => [name, randomBytes(24).toString('hex')])
		fs.writeFileSync(file, JSON.stringify(Object.fromEntries(made)), { mode: 0o600 })
	}
	return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>
}

/** @throws Error if the template names a value that isn't given */
const fillTemplate = (template: string, values: Record<string, string>): string =>
	fs.readFileSync(path.join(TEMPLATES, template), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
		const value = values[name]
		if (value === undefined) throw new Error(`ops/ha/${template}: unknown value ${name}`)
		return value
	})

/**
 * Writes the configuration of the three machines.
 * @param account owner of the files; null for this one
 */
function makeNodes(dir: string, { bin, account }: { bin: string; account: UnixAccount | null }): ClusterNode[] {
	fs.mkdirSync(dir, { recursive: true })
	const addresses = [11, 12, 13].map((end) => `127.0.0.${end}`)
	const shared = {
		...Object.fromEntries(addresses.map((address, index) => [`ADDRESS_${index + 1}`, address])),
		...keepPasswords(dir),
		NETWORK: '127.0.0.0/24',
		POSTGRESQL_BIN: bin,
		SITE_URL: `http://${addresses[0]}:8080`,
	}
	return addresses.map((address, index) => {
		const name = `node${index + 1}`
		const own = path.join(dir, name)
		fs.mkdirSync(own, { recursive: true, mode: 0o700 })
		changeFileOwner(account, own)
		const parts = index < 2 ? 'web' : 'jobs'
		const values = { ...shared, NODE: String(index + 1), ADDRESS: address, DIR: own, SERVER_PARTS: parts }
		for (const template of fs.readdirSync(TEMPLATES)) {
			if (template === 'README.md') continue
			const file = path.join(own, template)
			fs.writeFileSync(file, fillTemplate(template, values), { mode: 0o600 })
			changeFileOwner(account, file)
		}
		return { name, address, dir: own, values }
	})
}

const START_LIMIT_MS = 300_000
const SERVE = path.join(root, 'scripts', 'supervisor', 'serve.mjs')

/** A member of the cluster, as Patroni reports it. */
export type Member = { name: string; role: string; state: string }

const isAnswered = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok

type Programs = ReturnType<typeof findPrograms>['programs']
type Settings = { account: UnixAccount | null; env: Readonly<Record<string, string>> }

/** Returns the commands of a machine, in start order. */
function commandsOf({ dir, values }: ClusterNode, programs: Programs, { account, env: further }: Settings): Record<string, Command> {
	const infrastructure = (name: string, ...args: string[]) => ({ file: programs[name] ?? '', args, cwd: dir, account })
	const env = {
		...parseEnv(fs.readFileSync(path.join(dir, 'launchway.env'), 'utf8')),
		DATA_DIR: path.join(dir, 'launchway'),
		NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
		...further,
	}
	return {
		etcd: infrastructure('etcd', '--config-file', path.join(dir, 'etcd.yml')),
		patroni: infrastructure('patroni', path.join(dir, 'patroni.yml')),
		haproxy: infrastructure('haproxy', '-db', '-f', path.join(dir, 'haproxy.cfg')),
		pgbouncer: infrastructure('pgbouncer', path.join(dir, 'pgbouncer.ini')),
		[values['SERVER_PARTS'] ?? '']: { file: process.execPath, args: [SERVE], cwd: dir, env },
	}
}

/** Cluster of three machines, simulated as child processes of this one. */
export class Cluster {
	readonly nodes: ClusterNode[]
	readonly programs: ReadonlyMap<string, Program>
	readonly patronictl: string
	readonly account: UnixAccount | null
	readonly #print: (line: string) => void
	readonly #stopped = new AbortController()

	/**
	 * @param env additional environment variables of the servers
	 * @throws Error that names missing programs
	 */
	constructor(dir: string, print: (line: string) => void, env: Readonly<Record<string, string>> = {}) {
		const { programs, bin } = findPrograms()
		this.#print = print
		this.patronictl = programs['patronictl'] ?? ''
		this.account = findServerAccount(SERVER_ACCOUNTS)
		this.nodes = makeNodes(dir, { bin, account: this.account })
		this.programs = new Map(
			this.nodes.flatMap((node) =>
				Object.entries(commandsOf(node, programs, { account: this.account, env })).map(([kind, command]) => {
					const name = `${node.name}/${kind}`
					return [name, new Program(name, command)] as const
				}),
			),
		)
	}

	get origin(): string {
		return this.nodes[0]?.values['SITE_URL'] ?? ''
	}

	/** @param name such as `node1/etcd` */
	program(name: string): Program {
		const program = this.programs.get(name)
		if (!program) throw new Error(`there is no ${name}`)
		return program
	}

	/** Returns the members that Patroni reports, from the first machine that responds. */
	async members(): Promise<Member[]> {
		const responses = this.nodes.map(async ({ address }) => {
			const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
			return ((await answer.json()) as { members: Member[] }).members
		})
		return Promise.any(responses)
	}

	/** @throws Error if there is no leader */
	async leader(): Promise<ClusterNode> {
		const { name } = (await this.members()).find(({ role }) => role === 'leader') ?? {}
		const node = this.nodes.find((candidate) => candidate.name === name)
		if (!node) throw new Error('there is no leader')
		return node
	}

	/** Waits for a leader with two standbys, one of them synchronous. */
	untilComplete = () =>
		this.until('a leader with two standbys', async () => {
			const members = await this.members()
			const roles = members.map(({ role }) => role)
			const isFollowing = members.every(({ role, state }) => role === 'leader' || ['running', 'streaming'].includes(state))
			return isFollowing && roles.length === 3 && roles.includes('leader') && roles.includes('sync_standby')
		})

	untilReady = () => this.until('the site', () => isAnswered(`${this.origin}/readyz`))

	/** Waits until `isTrue`; an error counts as false. @throws Error after five minutes, or when the cluster is stopped */
	async until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
		for (const deadline = Date.now() + START_LIMIT_MS; ; await sleep(200)) {
			this.#stopped.signal.throwIfAborted()
			if (await isTrue().catch(() => false)) return
			if (Date.now() > deadline) throw new Error(`${what} isn't there after ${START_LIMIT_MS / 1000} s; the logs are in the nodes' folders`)
		}
	}

	/** Returns the process IDs of a machine's PostgreSQL. */
	postgresOf = ({ dir }: ClusterNode): number[] => findServersOf(path.join(dir, 'postgresql'))

	/** Connection to the leader's PostgreSQL. */
	get connection() {
		const { address, values } = this.nodes[0] as ClusterNode
		return { host: address, port: 5000, user: 'academy', database: 'academy', password: values['ACADEMY_PASSWORD'] ?? '' }
	}

	/** Runs work on a connection to the leader's PostgreSQL. */
	ask<T>(work: (client: pg.Client) => Promise<T>, login: pg.ClientConfig = {}): Promise<T> {
		return withClient({ ...this.connection, connectionTimeoutMillis: 5000, ...login }, 'launchway-ha', work)
	}

	/** Creates the roles and the database, unless the database exists. */
	async #makeDatabase(): Promise<boolean> {
		const { values } = this.nodes[0] as ClusterNode
		const login = { user: 'postgres', database: 'postgres', password: values['SUPERUSER_PASSWORD'] ?? '' }
		return this.ask(async (client) => {
			const { rows } = await client.query("select from pg_database where datname = 'academy'")
			if (rows.length > 0) return true
			for (const statement of fillTemplate('database.sql', values)
				.split(/;\n/)
				.filter((part) => part.trim()))
				await client.query(statement)
			return true
		}, login)
	}

	#startAll(kind: string): void {
		for (const [name, program] of this.programs) if (name.endsWith(`/${kind}`)) program.start()
	}

	async start(): Promise<void> {
		await endLeftovers(this.programs.values())
		this.#print('etcd and Patroni: waiting for a leader with two standbys')
		this.#startAll('etcd')
		this.#startAll('patroni')
		await this.untilComplete()
		this.#print(`${(await this.leader()).name} leads. HAProxy, pgbouncer and the academy: waiting for the site`)
		this.#startAll('haproxy')
		await this.until('the leader', () => this.#makeDatabase())
		this.#startAll('pgbouncer')
		this.#startAll('web')
		this.#startAll('jobs')
		await this.untilReady()
	}

	/** Stops everything, in reverse start order. */
	async stop(): Promise<void> {
		this.#stopped.abort()
		for (const kinds of [['web', 'jobs'], ['pgbouncer', 'haproxy'], ['patroni'], ['etcd']])
			await Promise.all(
				[...this.programs.values()].filter(({ name }) => kinds.some((kind) => name.endsWith(`/${kind}`))).map((program) => program.stop()),
			)
		for (const pid of this.nodes.flatMap((node) => this.postgresOf(node))) process.kill(pid, 'SIGQUIT')
	}
}
