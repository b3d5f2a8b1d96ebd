import { expect, test } from 'vitest'

import { answer, CSS } from '#tests/setup/fake-app.ts'

test('the sitemap lists indexable pages at the site’s origin', async () => {
	const xml = await (await answer('/sitemap.xml')).text()
	expect([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])).toEqual([
		'https://academy.test/',
		'https://academy.test/modules',
	])
})

test('each page inlines the styles it can use; the rest is in one shared file', async () => {
	const [home, modules] = await Promise.all(['/', '/modules'].map(async (path) => (await answer(path)).text()))
	expect(home).toContain('.page{margin:0}')
	expect(modules).not.toContain('.page{margin:0}')
	const [, sheet = ''] = /"(\/assets\/site-[\w-]+\.css)"/.exec(modules ?? '') ?? []
	expect(await (await answer(sheet)).text()).toBe(CSS)
})

test('only the home page has organization data for search engines', async () => {
	expect(await (await answer('/')).text()).toContain('"@type":"EducationalOrganization"')
	expect(await (await answer('/modules')).text()).not.toContain('ld+json')
})

test('the offline file list contains build files and the shared sheet, with their total size', async () => {
	const { files: names, bytes } = (await (await answer('/offline-files.json')).json()) as { files: string[]; bytes: number }
	expect(names).toEqual(['/assets/root-abc123.js', expect.stringMatching(/^\/assets\/site-/)])
	const sizes = await Promise.all(names.map(async (name) => (await (await answer(name)).text()).length))
	expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
})
