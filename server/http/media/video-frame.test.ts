import { expect, test } from 'vitest'

import { createApp } from '#server/process/app.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const { deps } = await makeTestDeps()
const app = createApp(deps)
const ask = (path: string) => app.request(new Request(new URL(path, deps.config.siteUrl)))

test.each([
	['/embed/youtube/dQw4w9WgXcQ', 'YouTube', 'https://www.youtube-nocookie.com', '/embed/dQw4w9WgXcQ?autoplay=1&amp;rel=0'],
	['/embed/vimeo/123456789-0a1b2c3d4e', 'Vimeo', 'https://player.vimeo.com', '/video/123456789?dnt=1&amp;autoplay=1&amp;h=0a1b2c3d4e'],
])('%s loads nothing from %s until Play is pressed, and then only its player', async (path, site, host, player) => {
	const before = await ask(path)
	const poster = await before.text()
	expect([before.status, before.headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN'])
	expect(before.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'/)
	expect(poster).toContain(`Play video from ${site}</a><p>${site} then receives your IP address.</p>`)
	expect(poster).not.toMatch(/<iframe|<script|https:/)

	const playing = await ask(`${path}?play=1`)
	expect(playing.headers.get('content-security-policy')).toContain(`; frame-src ${host}; frame-ancestors 'self'`)
	expect(await playing.text()).toContain(`<iframe src="${host}${player}"`)
})

test.each(['/embed/youtube/short', '/embed/dailymotion/dQw4w9WgXcQ', '/embed/youtube/%22onload=%22x'])('%s isn’t found', async (path) => {
	expect((await ask(path)).status).toBe(404)
})
