import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { createApp } from '#server/process/app.ts'
import { openPages } from '#server/process/open-pages.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { publicPaths } from '#tests/setup/page-paths.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

test('every public page and its data is byte for byte the same for visitors and learners, with any cookie or query', async () => {
	const { deps } = await makeTestDeps()
	const openAs = () => {
		const pages = openPages(deps.config, deps.log)
		return createApp(deps, (request) => pages?.serve(request, loadedContent) ?? null)
	}
	const { headers, email } = await makeLearner(deps)
	// Uses separate servers: otherwise, the second would read what the first has cached.
	const [forStrangers, forLearners] = [openAs(), openAs()]
	const addresses = publicPaths.flatMap((page) => [page, page === '/' ? '/_.data' : `${page}.data`])
	for (const address of [...addresses, '/orders/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b', '/no-such-page']) {
		const stranger = await forStrangers.request(address)
		const query = `?coupon=LAUNCH1&_routes=root&email=${encodeURIComponent(email)}`
		const learner = await forLearners.request(address + query, {
			headers: { ...headers, cookie: 'sb-localhost-auth-token=x; launchway_console=y', 'x-forwarded-host': 'evil.test' },
		})
		expect([address, learner.status, await learner.text()]).toEqual([address, stranger.status, await stranger.text()])
		for (const name of ['content-security-policy', 'cache-control', 'etag', 'set-cookie', 'vary'])
			expect([address, learner.headers.get(name)]).toEqual([address, stranger.headers.get(name)])
	}
})
