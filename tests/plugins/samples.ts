import type { Deps } from '#server/services/context.ts'

/** Test data of a plugin (its `sample.ts`), for tests that cover all endpoints and tables. */
export type PluginSample = {
	/** Environment variables that turn everything on. */
	env?: Record<string, string>
	/** Variables whose values `npm run config` must hide. */
	secrets?: string[]
	/** Endpoints with IDs in their path: the kind of ID for each parameter, `public` if everyone knows it. */
	routes?: Record<string, { ids: Record<string, string> }>
	/** Creates the owner's objects that appear in paths. @returns secret ID by kind: no answer to a stranger may contain it */
	own?: (deps: Deps, owner: { userId: string; mark: string }) => Promise<Record<string, string>>
	/** Adds a row about the account to each of the plugin's tables. */
	fillAccount?: (deps: Deps, userId: string) => Promise<void>
	/** Endpoints that show the owner the mark, with the IDs of `routes`. */
	shows?: string[]
	/** Fills the plugin's share of an account's storage; then these endpoints return more than usual. */
	fillUp?: (deps: Deps, userId: string) => Promise<void>
	largest?: Record<string, { kilobytes: number; body?: unknown }>
	/** For each table, the words in the privacy policy that describe the data, and those that describe its deletion. */
	inPolicy?: Record<string, [stored: string, deleted: string]>
	/** Columns excluded from a person's copy. */
	leftOut?: Record<string, string>
}

export const samples = Object.values(import.meta.glob<{ sample: PluginSample }>('./*/sample.ts', { eager: true })).map(
	({ sample }) => sample,
)
