import type pg from 'pg'

/** Schemas whose tables belong to the program. */
const SCHEMAS = ['public', 'auth', 'sandbox_stripe']
/** Tables of the job queue that hold jobs and their settings, parents first. Its statistics aren't copied. */
const QUEUE = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'].map((name) => `pgboss.${name}`)

export type Table = {
	/** Table name with its schema, unless that is `public`. */
	name: string
	/** Columns in table order, without generated ones. */
	columns: readonly string[]
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`
export const quoteTable = (name: string) => (name.includes('.') ? name : `public.${name}`).split('.').map(quoteIdentifier).join('.')

/** Runs a statement that contains quoted names of tables and columns, which can't be bound as values. */
export const queryWithNames = <Row extends pg.QueryResultRow = pg.QueryResultRow>(client: pg.ClientBase, statement: string) =>
	client.query<Row>(statement)

const TABLES = `
	select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name,
		array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
	from pg_class c join pg_namespace n on n.oid = c.relnamespace
	join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
	where c.relkind in ('r', 'p') and not c.relispartition and c.relname !~ '^_' and n.nspname = any($1)
		and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
	group by 1 order by 1`

/** Lists the program's tables without the list of migrations, the job queue and tables of extensions. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
	return (await client.query<Table>(TABLES, [SCHEMAS])).rows
}

/** Lists the tables of the job queue, parents first. */
export async function readQueueTables(client: pg.ClientBase): Promise<Table[]> {
	const { rows } = await client.query<Table>(TABLES, [['pgboss']])
	return QUEUE.flatMap((name) => rows.filter((table) => table.name === name))
}

/** Sets how values are printed, so that the same row has the same text on every server. */
export const setStableFormats = (client: pg.ClientBase) =>
	client.query(`set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
		set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = ''; set statement_timeout = 0;
		set idle_in_transaction_session_timeout = 0; set lock_timeout = '5s'`)

export type TableDigest = { rows: number; digest: string }

/** Computes a hash of a table's rows that doesn't depend on their order. */
export async function digestRows(client: pg.ClientBase, { name, columns }: Table): Promise<TableDigest> {
	const half = (start: number) => `coalesce(sum(('x' || substr(hash, ${start}, 16))::bit(64)::bigint::numeric), 0)`
	const { rows } = await queryWithNames<{ rows: string; digest: string }>(
		client,
		`select count(*)::text as rows, ${half(1)} || '/' || ${half(17)} as digest from (
			select encode(sha256(convert_to(row(${columns.map(quoteIdentifier).join(', ')})::text, 'UTF8')), 'hex') as hash from ${quoteTable(name)}) as hashed`,
	)
	return { rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? '' }
}

export type Sequence = { name: string; last_value: string; is_called: boolean }

export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
	const { rows } = await client.query<{ name: string }>(
		`select case when schemaname = 'public' then sequencename else schemaname || '.' || sequencename end as name
			from pg_sequences where schemaname = any($1) order by 1`,
		[SCHEMAS],
	)
	const sequences: Sequence[] = []
	for (const { name } of rows) {
		const state = await queryWithNames<Omit<Sequence, 'name'>>(client, `select last_value::text, is_called from ${quoteTable(name)}`)
		sequences.push(...state.rows.map((row) => ({ name, ...row })))
	}
	return sequences
}

export async function setSequences(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
	for (const { name, last_value: value, is_called: isCalled } of sequences)
		await client.query('select setval($1::regclass, $2::bigint, $3)', [quoteTable(name), value, isCalled])
}

export async function findFilled(client: pg.ClientBase, tables: readonly Table[]): Promise<string | null> {
	for (const { name } of tables) if ((await queryWithNames(client, `select from ${quoteTable(name)} limit 1`)).rowCount) return name
	return null
}

type ForeignKey = { of: string; name: string; definition: string }

async function dropForeignKeys(client: pg.ClientBase, names: readonly string[]): Promise<ForeignKey[]> {
	const { rows } = await client.query<ForeignKey>(
		`select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
			from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::text[]::regclass[]) order by 1, 2`,
		[names],
	)
	for (const { of, name } of rows) await queryWithNames(client, `alter table ${of} drop constraint ${name}`)
	return rows
}

/**
 * Drops the indexes that no constraint needs: building them after the rows are loaded is faster than updating them for each
 * row. Those of partitioned tables stay, because the indexes of the partitions would get different names.
 * @returns the statements that create them again
 */
async function dropIndexes(client: pg.ClientBase, names: readonly string[]): Promise<string[]> {
	const { rows } = await client.query<{ name: string; definition: string }>(
		`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
			from pg_index join pg_class on pg_class.oid = indrelid and relkind = 'r'
			where indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid) order by 1`,
		[names],
	)
	for (const { name } of rows) await queryWithNames(client, `drop index ${name}`)
	return rows.map(({ definition }) => definition)
}

/** Called with a line that says what is being done, because a step can take minutes. */
export type ReportStep = (line: string) => void

async function runEach(client: pg.ClientBase, { what, statements }: { what: string; statements: readonly string[] }, onStep: ReportStep) {
	for (const [index, statement] of statements.entries()) {
		if (index % 20 === 0) onStep(`${what}: ${index} of ${statements.length}`)
		await queryWithNames(client, statement)
	}
}

/**
 * Loads rows into empty tables in any order, in the open transaction: until `work` is done, no trigger fires, no foreign key is
 * checked and no policy applies. Needs only the rights of the tables' owner.
 * @throws the error of `work`, or that of a row which refers to a missing one
 */
export async function withoutConstraints<T>(
	client: pg.ClientBase,
	{ tables, onStep }: { tables: readonly Table[]; onStep: ReportStep },
	work: () => Promise<T>,
): Promise<T> {
	const names = tables.map(({ name }) => quoteTable(name))
	const { rows: forced } = await client.query<{ name: string }>(
		'select oid::regclass::text as name from pg_class where relforcerowsecurity and oid = any($1::text[]::regclass[])',
		[names],
	)
	// COPY refuses a table whose policies apply to its owner.
	for (const { name } of forced) await queryWithNames(client, `alter table ${name} no force row level security`)
	for (const name of names) await queryWithNames(client, `alter table ${name} disable trigger user`)
	const keys = await dropForeignKeys(client, names)
	const indexes = await dropIndexes(client, names)
	const result = await work()
	await runEach(client, { what: 'building indexes', statements: indexes }, onStep)
	const references = keys.map(({ of, name, definition }) => `alter table ${of} add constraint ${name} ${definition}`)
	await runEach(client, { what: 'checking references', statements: references }, onStep)
	for (const name of names) await queryWithNames(client, `alter table ${name} enable trigger user`)
	for (const { name } of forced) await queryWithNames(client, `alter table ${name} force row level security`)
	return result
}
