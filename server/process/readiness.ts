import { setTimeout as sleep } from 'node:timers/promises'

import type { Config } from '#server/config/config.ts'

import type { StaticFiles } from './app.ts'

/**
 * Creates the readiness checks. The server listens only after its migrations, so the schema needs no check.
 * @param checkDatabase rejects while the database doesn't work
 */
export function createReadiness({ siteUrl, observing }: Config, checkDatabase: () => Promise<void>, serve: StaticFiles) {
	let isDraining = false
	let hasVisitors = false
	/** @throws Error while the server is stopping, the database doesn't accept writes, or the home page can't be served */
	async function check(): Promise<void> {
		hasVisitors = true
		if (isDraining) throw new Error('the server is stopping')
		await checkDatabase()
		const home = await serve(new Request(siteUrl))
		if (home && home.status !== 200) throw new Error(`the home page responds with ${home.status}`)
	}
	return {
		serve: (request: Request) => {
			hasVisitors = true
			return serve(request)
		},
		check,
		/** Like `check`, but renders no page before the first visitor or probe, because rendering takes memory. */
		checkGently: () => (hasVisitors ? check() : checkDatabase()),
		/** Waits until load balancers have noticed that the server isn't ready. */
		drain: async (): Promise<void> => {
			isDraining = true
			await sleep(observing.drainMs)
		},
	}
}
