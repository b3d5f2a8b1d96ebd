import { sql } from 'kysely'
import { createHash } from 'node:crypto'

import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { seal, type Sealer, unseal } from '#server/services/platform/keys/seal.ts'

import { type Variables, withConsoleSettings } from './settings-list.ts'

export type SettingsStore = Sealer & { db: Db | Tx }

/** Returns the owner of an encrypted value, so that a copy in another setting can't be decrypted. */
const ownerOf = (name: string) => `service-setting:${name}`

const readRows = ({ db }: SettingsStore) => db.selectFrom('service_settings').selectAll().orderBy('name').execute()

async function open(vault: SettingsStore, rows: readonly { name: string; value: Buffer | null }[]): Promise<Record<string, string>> {
	const values: Record<string, string> = {}
	for (const { name, value } of rows) if (value) values[name] = (await unseal(vault, ownerOf(name), value)).toString()
	return values
}

const newest = (rows: Awaited<ReturnType<typeof readRows>>) => rows.map(({ name, sealed }) => ({ name, value: sealed }))
const proven = (rows: Awaited<ReturnType<typeof readRows>>) => rows.map((row) => ({ name: row.name, value: row.proven }))

/** Returns the newest values by variable, including those that take effect after a restart. */
export async function readStoredSettings(vault: SettingsStore): Promise<Record<string, string>> {
	return open(vault, newest(await readRows(vault)))
}

/** Returns whether a change to these variables is waiting for a restart, and why the last change was rolled back. */
export async function readStoredState({ db }: Pick<SettingsStore, 'db'>, names: readonly string[]) {
	const rows = await db.selectFrom('service_settings').select(['is_pending', 'problem']).where('name', 'in', names).execute()
	return { isPending: rows.some((row) => row.is_pending), problem: rows.find(({ problem }) => problem !== null)?.problem ?? null }
}

export async function isRestartPending({ db }: Pick<SettingsStore, 'db'>): Promise<boolean> {
	return (await db.selectFrom('service_settings').select('name').where('is_pending', '=', true).limit(1).executeTakeFirst()) !== undefined
}

/** Returns a fingerprint of the stored values. */
export async function readSettingsVersion({ db }: Pick<SettingsStore, 'db'>, names: readonly string[]): Promise<string> {
	const rows = await db.selectFrom('service_settings').select(['name', 'sealed']).where('name', 'in', names).orderBy('name').execute()
	const hash = createHash('sha256')
	for (const { name, sealed } of rows) if (sealed) hash.update(`${name} `).update(sealed)
	return hash.digest('hex').slice(0, 16)
}

export const lockSettings = ({ db }: Pick<SettingsStore, 'db'>) =>
	sql`select pg_advisory_xact_lock(hashtext('service_settings'))`.execute(db)

/**
 * Stores settings, which take effect after a restart.
 * @param changes null deletes a value
 */
export async function storeSettings(
	vault: SettingsStore & { now: () => Date },
	changes: Readonly<Record<string, string | null>>,
): Promise<void> {
	// Problems of an earlier change don't apply to this one.
	await vault.db.updateTable('service_settings').set({ problem: null }).where('problem', 'is not', null).execute()
	for (const [name, value] of Object.entries(changes)) {
		const changed = {
			sealed: value === null ? null : await seal(vault, ownerOf(name), Buffer.from(value)),
			is_pending: true,
			changed_at: vault.now(),
		}
		await vault.db
			.insertInto('service_settings')
			.values({ name, ...changed })
			.onConflict((conflict) => conflict.column('name').doUpdateSet({ ...changed, tried_at: null, tried_by: null, problem: null }))
			.execute()
	}
}

async function rollBack({ db }: SettingsStore, problem: string): Promise<void> {
	await db
		.updateTable('service_settings')
		.set((eb) => ({ sealed: eb.ref('proven'), is_pending: false, tried_at: null, tried_by: null, problem }))
		.where('is_pending', '=', true)
		.execute()
}

type Start = {
	environment: Variables
	readConfig: (env: Variables) => Config
	log: Logger
	now: () => Date
	/** ID that distinguishes this server from others on the database; stays the same after a restart. */
	server: string
}

const NOT_STARTED = 'The server did not start.'
/** Maximum time for a server to try new values; after that, it's considered crashed. */
const MAX_START_MS = 300_000

/**
 * Returns the configuration of a starting server. If new values of the console are invalid, or the previous start with them
 * failed, rolls them back. While another server is trying them, this one uses the previous values.
 * @throws Error of `readConfig`
 */
export async function resolveStartConfig(vault: SettingsStore, { environment, readConfig, log, now, server }: Start): Promise<Config> {
	const rows = await readRows(vault)
	if (rows.length === 0) return readConfig(environment)
	const waiting = rows.filter((row) => row.is_pending)
	const readProven = async () => {
		try {
			return readConfig(withConsoleSettings(environment, await open(vault, proven(rows))))
		} catch (error) {
			// If the encryption key has changed or a variable conflicts with these values, try the environment alone.
			log.error('console settings do not work with this environment and are ignored', { error })
			return readConfig(environment)
		}
	}
	const isTriedElsewhere = waiting.some(
		({ tried_at: at, tried_by: by }) => at !== null && by !== null && by !== server && now().getTime() - at.getTime() < MAX_START_MS,
	)
	if (waiting.length === 0 || isTriedElsewhere) return readProven()
	let problem = NOT_STARTED
	if (waiting.every((row) => row.tried_at === null))
		try {
			const config = readConfig(withConsoleSettings(environment, await open(vault, newest(rows))))
			await vault.db.updateTable('service_settings').set({ tried_at: now(), tried_by: server }).where('is_pending', '=', true).execute()
			return config
		} catch (error) {
			problem = error instanceof Error ? error.message.replaceAll('\n', '. ') : NOT_STARTED
		}
	log.error('console settings failed; using the previous ones', { problem })
	await rollBack(vault, problem)
	return readProven()
}

/** Like `resolveStartConfig`, for commands: uses the running server's values, and never tries new ones. */
export async function readRunningConfig(vault: SettingsStore, { environment, readConfig }: Pick<Start, 'environment' | 'readConfig'>) {
	const rows = await readRows(vault)
	return readConfig(withConsoleSettings(environment, await open(vault, proven(rows))))
}

/** Returns a fingerprint of the values that running servers use. */
export async function readActiveSettingsVersion({ db }: Pick<SettingsStore, 'db'>): Promise<string> {
	const { rows } = await sql<{ version: string }>`
		select coalesce(md5(string_agg(name || ' ' || encode(proven, 'hex'), ' ' order by name)), '') as version
		from service_settings where proven is not null`.execute(db)
	return rows[0]?.version ?? ''
}

/**
 * Marks the new values as working. Call it once this server has started with them.
 * @returns true if there were any
 */
export async function confirmSettings({ db }: Pick<SettingsStore, 'db'>, server: string): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('service_settings')
		.set((eb) => ({ proven: eb.ref('sealed'), is_pending: false, tried_at: null, tried_by: null, problem: null }))
		.where('tried_by', '=', server)
		.executeTakeFirst()
	await db.deleteFrom('service_settings').where('is_pending', '=', false).where('sealed', 'is', null).where('problem', 'is', null).execute()
	return numUpdatedRows > 0n
}
