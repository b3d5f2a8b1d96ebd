import type { Wing } from '#server/wings/wing.ts'

/** The optional parts, each with one line here and one folder. Without both, the server does without it (docs/adr/0342). */
const mounted: Promise<{ wing: Wing }>[] = [
	import('#server/wings/company-sign-in/index.ts'),
	import('#server/wings/custom-providers/index.ts'),
	import('#server/wings/exercises/index.ts'),
	import('#server/wings/identity-tokens/index.ts'),
	import('#server/wings/notes/index.ts'),
	import('#server/wings/oauth-server/index.ts'),
	import('#server/wings/pledge/index.ts'),
	import('#server/wings/recall/index.ts'),
	import('#server/wings/wallets/index.ts'),
	// Not optional, but it brings its routes and tables in the same way.
	import('#server/console/index.ts'),
]

export const wings: readonly Wing[] = (await Promise.all(mounted)).map(({ wing }) => wing)
