import { expect, test } from 'vitest'

import { bootAfterPaint } from './boot-after-paint.ts'

const BOOTSTRAP =
	'import "/assets/manifest-1.js";import * as route0 from "/assets/root-2.js";import * as route1 from "/assets/home-3.js";' +
	'window.__reactRouterRouteModules = {"root":route0,"home":route1};import("/assets/entry-4.js");'
const PAGE =
	'<head><link rel="modulepreload" href="/assets/entry-4.js"/><link rel="modulepreload" href="/assets/root-2.js"/></head>' +
	`<body><script type="module" async="">${BOOTSTRAP}</script></body>`

test('nothing loads before the first paint: preloads and static imports are removed', () => {
	const html = bootAfterPaint(PAGE, 'index.html', '/assets/site.css')
	expect(html).not.toContain('<link rel="modulepreload"')
	expect(html).not.toMatch(/import (?:\*|")/)
	expect(html).toContain('new PerformanceObserver')
})

test('the boot script passes modules to React Router in the order of their names', () => {
	const html = bootAfterPaint(PAGE, 'index.html', '/assets/site.css')
	expect(html).toContain(
		'Promise.all([import("/assets/root-2.js"),import("/assets/home-3.js"),import("/assets/manifest-1.js"),k]).then(([route0,route1])=>',
	)
	expect(html).toContain('window.__reactRouterRouteModules={"root":route0,"home":route1};return import("/assets/entry-4.js")')
	expect(html).toContain('c.href="/assets/site.css"')
})

test('a page without modules is unchanged', () => {
	const page = '<body><h1>Page Not Found</h1><script>console.error(1)</script></body>'
	expect(bootAfterPaint(page, '404.html', '/assets/site.css')).toBe(page)
})

test('an unknown form of the bootstrap script fails the build and names the page', () => {
	const changed = PAGE.replace('__reactRouterRouteModules', '__other')
	expect(() => bootAfterPaint(changed, 'modules/index.html', '/assets/site.css')).toThrow('modules/index.html: React Router changed')
})
