import type { ServiceContext } from '#server/services/context.ts'

import { LIST_FUNCTIONS, LIST_RELATIONS } from './catalogue-sql.ts'
import { RestRefusal } from './rest-refusal.ts'

export type CatalogueColumn = {
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
	columns: ReadonlyMap<string, CatalogueColumn>
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
	columns: ReadonlyMap<string, CatalogueColumn>
}

/** Tables, views and functions, keyed by `catalogueKey`. */
export type Catalogue = { relations: ReadonlyMap<string, Relation>; functions: ReadonlyMap<string, readonly RestFunction[]> }

/** Joins schema and name to a unique key: identifiers can't contain NUL. */
export const catalogueKey = (schema: string, name: string) => `${schema}\0${name}`

type Source = Pick<ServiceContext, 'callerDb' | 'config'>
type Context = Source & Pick<ServiceContext, 'now' | 'state'>
type RelationRow = { schema: string; name: string; is_view: boolean; primary_key: string[]; columns: CatalogueColumn[] }
type FunctionRow = Omit<RestFunction, 'isSet' | 'isVolatile' | 'columns'> & {
	is_set: boolean
	is_volatile: boolean
	columns: CatalogueColumn[]
}

const byName = (columns: readonly CatalogueColumn[]) => new Map(columns.map((column) => [column.name, column]))

/** Reads the current catalogue. For tests; requests use `withCatalogue`. */
export async function readCatalogue({ callerDb, config }: Source): Promise<Catalogue> {
	const { schemas, requiresRls } = config.rest
	const [relations, functions] = (await Promise.all([
		callerDb.query(LIST_RELATIONS, [schemas, requiresRls]),
		callerDb.query(LIST_FUNCTIONS, [schemas]),
	])) as [RelationRow[], FunctionRow[]]
	return {
		relations: new Map(
			relations.map(({ schema, name, is_view: isView, primary_key: primaryKey, columns }) => [
				catalogueKey(schema, name),
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
			({ schema, name }) => catalogueKey(schema, name),
		),
	}
}

/** Minimum interval between reloads for unknown names: guessing names must be cheap. */
const FRESH_MS = 1000
/** Maximum age of the catalogue, within which grants, revokes and changed tables take effect. */
const RELOAD_AFTER_MS = 30_000
const UNKNOWN_NAME: ReadonlySet<string> = new Set(['PGRST205', 'PGRST202', 'PGRST204', '42703'])

export const createLoadedCatalogue = () => ({ loaded: null as { catalogue: Promise<Catalogue>; loadedAt: number } | null })

function reload(ctx: Context): Promise<Catalogue> {
	const catalogue = readCatalogue(ctx)
	const held = ctx.state.of(createLoadedCatalogue)
	held.loaded = { catalogue, loadedAt: ctx.now().getTime() }
	catalogue.catch(() => (held.loaded = null))
	return catalogue
}

/**
 * Reloads the catalogue every half minute, and immediately for an unknown name, since the table may have just been created.
 * @throws what `read` throws
 */
export async function withCatalogue<T>(ctx: Context, read: (catalogue: Catalogue) => T): Promise<T> {
	const known = ctx.state.of(createLoadedCatalogue).loaded
	const age = known ? ctx.now().getTime() - known.loadedAt : 0
	// The age is negative if the clock was set back.
	const catalogue = known && age >= 0 && age < RELOAD_AFTER_MS ? await known.catalogue : await reload(ctx)
	try {
		return read(catalogue)
	} catch (error) {
		const mayBeNew = error instanceof RestRefusal && UNKNOWN_NAME.has(error.code)
		if (!mayBeNew || !known || age < FRESH_MS || age >= RELOAD_AFTER_MS) throw error
		return read(await reload(ctx))
	}
}

/** @throws RestRefusal PGRST205 (404) */
export function requireRelation({ relations }: Catalogue, schema: string, name: string): Relation {
	const relation = relations.get(catalogueKey(schema, name))
	if (!relation) throw new RestRefusal(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`)
	return relation
}
