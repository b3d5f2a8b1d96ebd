import type { Deps } from '#server/services/context.ts'

/** Plugin facts for the tests that go through everything: its `sample.ts`, where it needs one. */
export type PluginSample = {
	/** Variables with which all of it works. */
	env?: Record<string, string>
	/** Those of its variables whose value `npm run config` must not show. */
	secrets?: string[]
	/** Its endpoints whose address names something: what kind of id each parameter takes. */
	routes?: Record<string, { ids: Record<string, string> }>
	/** Makes what the owner has of it, for the addresses: the kind of id, and the id. */
	own?: (deps: Deps, owner: { userId: string; mark: string }) => Promise<Record<string, string>>
	/** Writes a row about the account into each of its tables. */
	fillAccount?: (deps: Deps, userId: string) => Promise<void>
	/** Endpoints that show the owner the mark. */
	shows?: string[]
	/** Fills its share of an account's storage, and its endpoints whose answers are then larger than the usual. */
	fillUp?: (deps: Deps, userId: string) => Promise<void>
	largest?: Record<string, { kilobytes: number; body?: unknown }>
	/** By which words of the privacy policy a person knows of each of its tables, and by which of their deletion. */
	inPolicy?: Record<string, [stored: string, deleted: string]>
	/** The columns of its tables that a person's copy leaves out. */
	leftOut?: Record<string, string>
}

export const samples = Object.values(import.meta.glob<{ sample: PluginSample }>('./*/sample.ts', { eager: true })).map(
	({ sample }) => sample,
)
