import type { ServiceContext } from '#server/services/context.ts'

import { LIST_FUNCTIONS, LIST_RELATIONS } from './catalog-sql.ts'
import { RestRefusal } from './rest-refusal.ts'

export type CatalogColumn = {
	name: string
	/** Type as PostgreSQL prints it in a cast: `uuid`, `timestamp with time zone`. */
	type: string
	/** SQL of the default; null if there is none. */
	fallback: string | null
}

/** Table or view. All names come from pg_catalog, none from a request. */
export type Relation = {
	schema: string
	name: string
	isView: boolean
	columns: ReadonlyMap<string, CatalogColumn>
	primaryKey: readonly string[]
}

/** Parameter of a function. An unnamed one always has a default, and requests can't set it. */
export type FunctionParameter = { name: string; type: string; isOptional: boolean }

/** Function that requests may call. Several can have the same name. */
export type RestFunction = {
	schema: string
	name: string
	parameters: readonly FunctionParameter[]
	kind: 'void' | 'value' | 'rows'
	isSet: boolean
	/** False runs the function in a read-only transaction. */
	isVolatile: boolean
	columns: ReadonlyMap<string, CatalogColumn>
}

/** Tables, views and functions, keyed by `catalogKey`. */
export type SchemaCatalog = { relations: ReadonlyMap<string, Relation>; functions: ReadonlyMap<string, readonly RestFunction[]> }

/** Joins schema and name to a unique key: identifiers can't contain NUL. */
export const catalogKey = (schema: string, name: string) => `${schema}\0${name}`

type Source = Pick<ServiceContext, 'callerDb' | 'config'>
type Context = Source & Pick<ServiceContext, 'now' | 'state'>
type RelationRow = { schema: string; name: string; is_view: boolean; primary_key: string[]; columns: CatalogColumn[] }
type FunctionRow = Omit<RestFunction, 'isSet' | 'isVolatile' | 'columns'> & {
	is_set: boolean
	is_volatile: boolean
	columns: CatalogColumn[]
}

const byName = (columns: readonly CatalogColumn[]) => new Map(columns.map((column) => [column.name, column]))

/** Reads the current catalog. For tests; requests use `withSchemaCatalog`. */
export async function readSchemaCatalog({ callerDb, config }: Source): Promise<SchemaCatalog> {
	const { schemas, requiresRls } = config.rest
	const [relations, functions] = (await Promise.all([
		callerDb.query(LIST_RELATIONS, [schemas, requiresRls]),
		callerDb.query(LIST_FUNCTIONS, [schemas]),
	])) as [RelationRow[], FunctionRow[]]
	return {
		relations: new Map(
			relations.map(({ schema, name, is_view: isView, primary_key: primaryKey, columns }) => [
				catalogKey(schema, name),
				{ schema, name, isView, primaryKey, columns: byName(columns) },
			]),
		),
		functions: Map.groupBy(
			functions.map(({ is_set: isSet, is_volatile: isVolatile, columns, ...rest }) => ({
				...rest,
				isSet,
				isVolatile,
				columns: byName(columns),
			})),
			({ schema, name }) => catalogKey(schema, name),
		),
	}
}

/** Minimum interval between reloads for unknown names: guessing names must be cheap. */
const FRESH_MS = 1000
/** Maximum age of the catalog, within which grants, revokes and changed tables take effect. */
const RELOAD_AFTER_MS = 30_000
const UNKNOWN_NAME: ReadonlySet<string> = new Set(['PGRST205', 'PGRST202', 'PGRST204', '42703'])

export const createLoadedSchemaCatalog = () => ({ loaded: null as { catalog: Promise<SchemaCatalog>; loadedAt: number } | null })

function reload(ctx: Context): Promise<SchemaCatalog> {
	const catalog = readSchemaCatalog(ctx)
	const held = ctx.state.of(createLoadedSchemaCatalog)
	held.loaded = { catalog, loadedAt: ctx.now().getTime() }
	catalog.catch(() => (held.loaded = null))
	return catalog
}

/**
 * Reloads the catalog every half minute, and immediately for an unknown name, since the table may have just been created.
 * @throws what `read` throws
 */
export async function withSchemaCatalog<T>(ctx: Context, read: (catalog: SchemaCatalog) => T): Promise<T> {
	const known = ctx.state.of(createLoadedSchemaCatalog).loaded
	const age = known ? ctx.now().getTime() - known.loadedAt : 0
	// The age is negative if the clock was set back.
	const catalog = known && age >= 0 && age < RELOAD_AFTER_MS ? await known.catalog : await reload(ctx)
	try {
		return read(catalog)
	} catch (error) {
		const mayBeNew = error instanceof RestRefusal && UNKNOWN_NAME.has(error.code)
		if (!mayBeNew || !known || age < FRESH_MS || age >= RELOAD_AFTER_MS) throw error
		return read(await reload(ctx))
	}
}

/** @throws RestRefusal PGRST205 (404) */
export function requireRelation({ relations }: SchemaCatalog, schema: string, name: string): Relation {
	const relation = relations.get(catalogKey(schema, name))
	if (!relation) throw new RestRefusal(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`)
	return relation
}
