import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { content } from '#content/loaded.server.ts'
import { makeDir } from '#tests/setup/embedded-dir.ts'

import { openSite } from './open-site.ts'

const { promises } = content

const PAGES = ['index.html', '404.html', '__spa-fallback.html']

function makeBuild(samples: 'shown' | 'none', price = promises['price']): string {
	const dir = makeDir()
	mkdirSync(join(dir, 'client'), { recursive: true })
	for (const page of PAGES) writeFileSync(join(dir, 'client', page), `<title>${page}</title>`)
	const policies = Object.fromEntries(PAGES.map((page) => [page, "default-src 'self'"]))
	writeFileSync(join(dir, 'csp.json'), JSON.stringify(policies))
	writeFileSync(join(dir, 'samples.txt'), samples)
	writeFileSync(join(dir, 'promises.json'), JSON.stringify({ price }))
	return dir
}

const PRODUCTION = {
	siteUrl: 'https://academy.test',
	hstsIncludesSubdomains: false,
	environment: 'production',
	captcha: null,
	showsSamples: false,
} as const

function open(samples: 'shown' | 'none', change: Partial<{ environment: 'development'; showsSamples: boolean }> = {}) {
	const said: unknown[] = []
	const site = openSite(makeBuild(samples), {
		config: { ...PRODUCTION, ...change },
		content,
		log: { info: (_message, fields) => void said.push(fields?.reason) },
	})
	return { status: site(new Request('https://academy.test/'))?.status ?? null, said }
}

const REFUSED = 'The site was built with samples. Build it for production: NODE_ENV=production npm run build'

test('production starts with a build without samples, and with no other', () => {
	expect(open('none')).toEqual({ status: 200, said: [] })
	expect(() => open('shown')).toThrow(REFUSED)
})

test('the sandbox shows them; while developing for production the pages of such a build are left out, and the log says why', () => {
	expect(open('shown', { showsSamples: true })).toEqual({ status: 200, said: [] })
	expect(open('shown', { environment: 'development' })).toEqual({ status: null, said: [REFUSED] })
})

test('production serves no pages that promise another price than the rules keep', () => {
	const log = { info: () => undefined }
	expect(() => openSite(makeBuild('none', '$9'), { config: PRODUCTION, content, log })).toThrow(
		`price: pages say $9, the rules ${promises['price']}`,
	)
})
