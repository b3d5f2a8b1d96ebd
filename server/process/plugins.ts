import type { Plugin } from '#server/plugins/plugin.ts'

/** All plugins. To remove one, delete its line and its folder; the server works without it (docs/adr/0342). */
const mounted: Promise<{ plugin: Plugin }>[] = [
	import('#server/plugins/company-sign-in/index.ts'),
	import('#server/plugins/custom-providers/index.ts'),
	import('#server/plugins/exercises/index.ts'),
	import('#server/plugins/identity-tokens/index.ts'),
	import('#server/plugins/notes/index.ts'),
	import('#server/plugins/oauth-server/index.ts'),
	import('#server/plugins/pledge/index.ts'),
	import('#server/plugins/recall/index.ts'),
	import('#server/plugins/wallets/index.ts'),
	// The console isn't optional, but it adds its routes and tables in the same way.
	import('#server/console/index.ts'),
]

export const plugins: readonly Plugin[] = (await Promise.all(mounted)).map(({ plugin }) => plugin)
